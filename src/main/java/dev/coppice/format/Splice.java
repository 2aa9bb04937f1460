package dev.coppice.format;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;

/**
 * One change to the bytes of a message: {@code bytes} replaces the bytes from the index {@code from}, inclusive, to the
 * index {@code to}, exclusive.
 *
 * @param from index of the first replaced byte
 * @param to index after the last replaced byte; equal to {@code from} for an insertion
 * @param bytes the new bytes; empty to remove the old ones
 */
record Splice(int from, int to, byte[] bytes) {
    static Splice replace(JsonSlice value, String json) {
        return new Splice(value.from(), value.to(), json.getBytes(StandardCharsets.UTF_8));
    }

    static Splice insert(int at, String json) {
        return new Splice(at, at, json.getBytes(StandardCharsets.UTF_8));
    }

    static Splice remove(int from, int to) {
        return new Splice(from, to, new byte[0]);
    }

    /** Returns this change with both indexes increased by {@code by}. */
    Splice moved(int by) {
        return new Splice(from + by, to + by, bytes);
    }

    /**
     * Applies changes to a message and returns the new bytes; the same array if there are no changes. The indexes of
     * all changes refer to the old bytes. Changes may have any order but must not overlap. Insertions at the same index
     * keep their order.
     */
    static byte[] apply(byte[] message, List<Splice> splices) {
        if (splices.isEmpty()) {
            return message;
        }
        var out = new ByteArrayOutputStream(message.length);
        int at = 0;
        for (var splice :
                splices.stream().sorted(Comparator.comparingInt(Splice::from)).toList()) {
            out.write(message, at, splice.from - at);
            out.writeBytes(splice.bytes);
            at = splice.to;
        }
        out.write(message, at, message.length - at);
        return out.toByteArray();
    }
}
