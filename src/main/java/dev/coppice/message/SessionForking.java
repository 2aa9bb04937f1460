package dev.coppice.message;

import dev.coppice.session.Session;

/**
 * Internal notice, observed inside the transaction: a fork of a session is being created, and the source's row is
 * locked. Observers copy the data about the source's tree that must be visible in the fork. Not part of the public API.
 *
 * @param path path that source and fork share; empty when the source has no edits, overlays or retention cutoffs
 */
public record SessionForking(Session source, Session fork, Path path) {}
