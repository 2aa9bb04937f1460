package dev.coppice.search.index;

import java.time.Duration;

/**
 * A notice between rooms: somebody is about to search for what was committed before, so that the index should take it in
 * now, if it can. No part of the public API.
 *
 * @param atMost after that the search goes on with what is there
 */
public record IndexCatchUp(Duration atMost) {}
