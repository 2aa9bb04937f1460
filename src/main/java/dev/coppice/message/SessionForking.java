package dev.coppice.message;

import dev.coppice.session.Session;

/**
 * A notice between rooms, observed inside the transaction: a session begins as a fork of another one, whose row is
 * locked. What belongs to the source alone, and is to be seen in the fork too, is copied now. No part of the public API.
 *
 * @param path that the two share; left empty when the source has changed none of its messages
 */
public record SessionForking(Session source, Session fork, Path path) {}
