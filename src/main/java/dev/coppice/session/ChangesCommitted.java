package dev.coppice.session;

import java.util.List;

/**
 * Internal notice: a transaction has committed, and the CDI observers of its public events have run. Delivered on the
 * thread of the writer, outside any transaction. If an observer of this notice changes sessions itself, the notice
 * about these changes is delivered after the observer has returned. Not part of the public API.
 *
 * @param changes the session changes of the transaction, in the order in which they were fired
 */
public record ChangesCommitted(List<SessionChange> changes) {}
