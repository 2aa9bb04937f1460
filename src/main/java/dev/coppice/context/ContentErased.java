package dev.coppice.context;

import java.util.List;

/**
 * A notice between rooms, observed inside the transaction: the content of blocks that no session owns goes for good. Told
 * when it is given up, and again when its last row is gone. No part of the public API.
 *
 * @param stores numbers of what kept it, by which the search index knows its entries
 */
public record ContentErased(List<Long> stores) {}
