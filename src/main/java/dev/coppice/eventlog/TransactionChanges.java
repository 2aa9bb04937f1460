package dev.coppice.eventlog;

import dev.coppice.session.SessionChange;
import java.util.List;

/** All that one transaction does, in the order in which it does it; grows until the transaction ends. */
record TransactionChanges(List<SessionChange> notices) {}
