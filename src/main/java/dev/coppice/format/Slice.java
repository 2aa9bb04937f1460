package dev.coppice.format;

import java.nio.charset.StandardCharsets;

/**
 * Where a value stands in its message.
 *
 * @param from number of its first byte
 * @param to number of the byte behind it
 */
record Slice(int from, int to) {
    /** The value as it stands there. */
    String in(byte[] message) {
        return new String(message, from, to - from, StandardCharsets.UTF_8);
    }
}
