package dev.coppice.message;

import dev.coppice.session.Session;

/**
 * Internal notice, fired inside the transaction: a fork of a session is being created. An observer that stores data
 * about the source's messages, such as loaded skills, copies the data that the fork needs. Not part of the public API.
 *
 * @param source the session that is forked; its row is locked
 * @param fork the new session
 * @param path the path of messages that the fork inherits; empty if it inherits no message, or if the source has no
 *     data to copy: no edits, no compactions and no messages beyond retention
 */
public record SessionForking(Session source, Session fork, Path path) {}
