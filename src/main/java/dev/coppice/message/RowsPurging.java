package dev.coppice.message;

import java.util.List;

/**
 * A notice between rooms, observed inside the transaction: nobody reads what was written in some rows of a tree any more,
 * and it goes, and with it what else was kept of it. No part of the public API.
 */
public record RowsPurging(long tree, List<Path.Range> rows) {}
