package dev.coppice.feed;

import dev.coppice.session.Happened;
import java.util.List;

/** All that one transaction does, in the order in which it does it; grows until the transaction ends. */
record Outcome(List<Happened> notices) {}
