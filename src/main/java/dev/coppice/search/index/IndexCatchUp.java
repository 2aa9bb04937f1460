package dev.coppice.search.index;

import java.time.Duration;

/**
 * Internal event, fired before a search that must find everything committed before. Its observer makes the index catch
 * up with the event log. Not part of the public API.
 *
 * @param atMost maximum time to wait; then the search uses the index as it is
 */
public record IndexCatchUp(Duration atMost) {}
