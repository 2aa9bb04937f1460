package dev.coppice.feed;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Builds the frames of a Server-Sent Events stream (HTML standard, chapter 9.2). A frame is the bytes of one event, of
 * a comment, of the setting {@code retry}, or of an id alone, and ends with an empty line.
 */
final class SseFrame {
    private static final byte[] DATA = ascii("data: ");
    private static final byte[] HEARTBEAT = ascii(":\n\n");

    private SseFrame() {}

    /**
     * Returns the frame of an event with an id. A client that resumes after this event sends the id as the header
     * {@code Last-Event-ID}.
     *
     * @param id the event id, in ASCII and without a line end
     * @param name value of the field {@code event}, in ASCII, such as {@code MessageAppended}
     * @param data value of the field {@code data}: JSON in UTF-8
     */
    static byte[] event(String id, String name, byte[] data) {
        return frame("id: " + id + "\nevent: " + name + "\n", data);
    }

    /**
     * Returns the frame of an event without an id, which does not change the position at which a client resumes.
     *
     * @param name value of the field {@code event}, in ASCII, such as {@code status}
     * @param data value of the field {@code data}: JSON in UTF-8
     */
    static byte[] withoutId(String name, byte[] data) {
        return frame("event: " + name + "\n", data);
    }

    /**
     * Returns the first frame of a stream. It has an id, with which a client resumes if it loses the connection before
     * its first event. So the client misses no event. The frame contains no event itself.
     *
     * @param wait how long the client should wait before it connects again, sent in milliseconds
     * @param id id of the position at which the stream begins, as {@link LoggedEvent#id} returns it
     */
    static byte[] start(Duration wait, String id) {
        return ascii("retry: " + wait.toMillis() + "\nid: " + id + "\n\n");
    }

    /**
     * Returns a frame with an id and without an event. A client gets no event from it, but resumes after this id when
     * it connects again.
     *
     * @param id id of a position in the log, as {@link LoggedEvent#id} returns it
     */
    static byte[] id(String id) {
        return ascii("id: " + id + "\n\n");
    }

    /** Returns the frame of an empty comment. It keeps the connection open; clients ignore it. */
    static byte[] heartbeat() {
        return HEARTBEAT;
    }

    /**
     * Returns a frame that consists of the fields in {@code head} and one field {@code data} for each line of the data,
     * because a field ends at a line end. The data is normally JSON on one line.
     *
     * @param head the other fields, each with a line end
     */
    private static byte[] frame(String head, byte[] data) {
        var frame = new ByteArrayOutputStream(head.length() + data.length + 16);
        frame.writeBytes(ascii(head));
        frame.writeBytes(DATA);
        int lineStart = 0;
        for (int i = 0; i < data.length; i++) {
            if (data[i] == '\n' || data[i] == '\r') {
                frame.write(data, lineStart, i - lineStart);
                lineStart = i + 1;
                boolean pair = data[i] == '\r' && lineStart < data.length && data[lineStart] == '\n';
                if (!pair) {
                    frame.write('\n');
                    frame.writeBytes(DATA);
                }
            }
        }
        frame.write(data, lineStart, data.length - lineStart);
        frame.write('\n');
        frame.write('\n');
        return frame.toByteArray();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
