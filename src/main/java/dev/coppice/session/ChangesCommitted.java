package dev.coppice.session;

import java.util.List;

/**
 * Internal notice: a transaction has committed, and all CDI observers of its events have run. Delivered on the writer's
 * thread, outside any transaction; session changes that an observer makes now are delivered afterwards. Not part of the
 * public API.
 *
 * @param changes the session changes of the transaction, in their order
 */
public record ChangesCommitted(List<SessionChange> changes) {}
