package dev.coppice.search.index;

import java.time.Duration;

/**
 * Fired before a search that must find everything committed before: the index catches up with the event log. An internal
 * event, not part of the public API.
 *
 * @param atMost time to wait; afterwards the search uses the index as it is
 */
public record IndexCatchUp(Duration atMost) {}
