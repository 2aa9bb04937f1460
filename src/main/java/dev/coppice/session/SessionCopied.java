package dev.coppice.session;

/**
 * A notice between rooms, observed inside the transaction: a session was made after another one, and what hangs on that
 * one and is to come along is copied now. The source's row is locked. No part of the public API.
 */
public record SessionCopied(Session source, Session copy) {}
