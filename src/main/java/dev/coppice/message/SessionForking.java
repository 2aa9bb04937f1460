package dev.coppice.message;

import dev.coppice.session.Session;

/**
 * Internal notice, observed inside the transaction: a fork is being made of a session whose row is locked. Data that
 * belongs to the source's tree and must be visible in the fork is copied now. Not part of the public API.
 *
 * @param path the path that both share; empty when the source has no edits, overlays or retention cutoffs
 */
public record SessionForking(Session source, Session fork, Path path) {}
