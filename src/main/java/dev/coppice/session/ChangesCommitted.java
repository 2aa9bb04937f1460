package dev.coppice.session;

import java.util.List;

/**
 * A notice between rooms: a transaction has committed, and all observers have been told what it did. Given on the writer's
 * thread, outside of any transaction; what is done now is heard of afterwards. No part of the public API.
 *
 * @param what it did, in the order in which it did it
 */
public record ChangesCommitted(List<SessionChange> what) {}
