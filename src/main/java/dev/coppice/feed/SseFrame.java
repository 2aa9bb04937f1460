package dev.coppice.feed;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** What goes over the wire of a stream of Server-Sent Events, piece by piece (HTML standard, chapter 9.2). */
final class SseFrame {
    private static final byte[] DATA = ascii("data: ");
    private static final byte[] HEARTBEAT = ascii(":\n\n");

    private SseFrame() {}

    /** An event that a client may resume behind: its id is sent back as {@code Last-Event-ID}. */
    static byte[] event(String id, String name, byte[] data) {
        return frame("id: " + id + "\nevent: " + name + "\n", data);
    }

    /** An event without an id: the last one stays what a client resumes behind. */
    static byte[] passing(String name, byte[] data) {
        return frame("event: " + name + "\n", data);
    }

    /** How long the client waits before it connects again. */
    static byte[] retry(Duration wait) {
        return ascii("retry: " + wait.toMillis() + "\n\n");
    }

    /** A comment: nothing for the client, a sign of life for what lies between. */
    static byte[] heartbeat() {
        return HEARTBEAT;
    }

    /** Each line of the data is a field of its own; ours are JSON of one line, but a line end must never end the frame. */
    private static byte[] frame(String head, byte[] data) {
        var frame = new ByteArrayOutputStream(head.length() + data.length + 16);
        frame.writeBytes(ascii(head));
        frame.writeBytes(DATA);
        for (int i = 0; i < data.length; i++) {
            boolean pair = data[i] == '\r' && i + 1 < data.length && data[i + 1] == '\n';
            if (pair) {
                continue;
            }
            if (data[i] == '\n' || data[i] == '\r') {
                frame.write('\n');
                frame.writeBytes(DATA);
            } else {
                frame.write(data[i]);
            }
        }
        frame.write('\n');
        frame.write('\n');
        return frame.toByteArray();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
