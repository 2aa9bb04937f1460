package dev.coppice.message;

import java.util.List;

/**
 * A page of the messages on a path.
 *
 * @param messages the JSON of the messages: from the root downwards if the page was read forwards, from the leaf
 *     upwards if it was read backwards
 * @param more true if further messages follow in the same direction
 */
public record PathPage(List<byte[]> messages, boolean more) {
    static final PathPage EMPTY = new PathPage(List.of(), false);
}
