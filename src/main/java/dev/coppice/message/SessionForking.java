package dev.coppice.message;

import dev.coppice.session.Session;

/**
 * Internal notice, observed inside the transaction: a fork of a session is being created. Observers copy the data about
 * the source's tree that must be visible in the fork. Not part of the public API.
 *
 * @param source the session that is forked; its row is locked
 * @param fork the new session
 * @param path the path that the fork inherits; empty if it inherits no message or the source has no edits, overlays and
 *     messages beyond retention
 */
public record SessionForking(Session source, Session fork, Path path) {}
