package dev.coppice.format;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;

/** One place of a message where other bytes are to stand; an empty place is where something is put in. */
record Splice(Slice place, byte[] bytes) {
    static Splice of(Slice place, String text) {
        return new Splice(place, text.getBytes(StandardCharsets.UTF_8));
    }

    static Splice insert(int at, String text) {
        return of(new Slice(at, at), text);
    }

    /**
     * The message with all of them, and otherwise the same bytes; the same array when there are none. Places do not
     * overlap; what begins at the same byte stays in its order.
     */
    static byte[] apply(byte[] message, List<Splice> splices) {
        if (splices.isEmpty()) {
            return message;
        }
        var out = new ByteArrayOutputStream(message.length);
        int at = 0;
        for (var splice : splices.stream()
                .sorted(Comparator.comparingInt(splice -> splice.place().from()))
                .toList()) {
            out.write(message, at, splice.place().from() - at);
            out.writeBytes(splice.bytes());
            at = splice.place().to();
        }
        out.write(message, at, message.length - at);
        return out.toByteArray();
    }
}
