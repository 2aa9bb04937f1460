package dev.coppice.session;

import java.util.List;

/**
 * Internal notice: a transaction has committed, and the CDI observers of its public events have run. Delivered on the
 * thread of the writer, outside any transaction. An observer may change sessions in a transaction of its own; about
 * these changes, another notice is delivered. Not part of the public API.
 *
 * @param changes the session changes of the transaction, in the order in which they were fired
 */
public record ChangesCommitted(List<SessionChange> changes) {}
