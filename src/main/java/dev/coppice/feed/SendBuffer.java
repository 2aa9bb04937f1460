package dev.coppice.feed;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;

/**
 * Buffer of the frames that are to be sent to one client of an event stream. Contains the frames of events in their
 * order, up to a limit of bytes, and after them at most one frame with the status of the session. Comments, settings
 * and ids are buffered like events. Thread-safe.
 */
final class SendBuffer {
    private final int maxBytes;
    private final ArrayDeque<byte[]> frames = new ArrayDeque<>();
    private byte[] status;
    private int bytes;

    /**
     * Creates an empty buffer.
     *
     * @param maxBytes maximum size in bytes of the frames of events together; a single frame may be larger
     */
    SendBuffer(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /**
     * Adds the frame of an event at the end and returns true. Returns false and adds nothing if the frames of events
     * would then exceed the limit of bytes. A frame that alone is larger than the limit is accepted if the buffer has
     * no other frame of an event.
     */
    synchronized boolean add(byte[] frame) {
        if (!frames.isEmpty() && bytes + frame.length > maxBytes) {
            return false;
        }
        frames.add(frame);
        bytes += frame.length;
        return true;
    }

    /**
     * Sets the frame with the status of the session, which is sent after all frames of events. It replaces an earlier
     * status that was not sent yet, and does not count towards the limit of bytes.
     */
    synchronized void setStatus(byte[] frame) {
        status = frame;
    }

    /**
     * True if the frames of events use at most half of the limit of bytes, so that there is room for further events.
     */
    synchronized boolean isHalfFree() {
        return bytes <= maxBytes / 2;
    }

    synchronized boolean isEmpty() {
        return frames.isEmpty() && status == null;
    }

    /**
     * Removes the next frames to send from the buffer, and returns their bytes one after another. These are the oldest
     * frames of events: as many as have at most {@code maxSize} bytes together, but at least one. If no frame of an
     * event is left after them, the frame with the status follows, even if the result then exceeds {@code maxSize}.
     * Returns null if the buffer is empty.
     */
    synchronized byte[] take(int maxSize) {
        if (isEmpty()) {
            return null;
        }
        var taken = new ByteArrayOutputStream();
        while (!frames.isEmpty() && (taken.size() == 0 || taken.size() + frames.peek().length <= maxSize)) {
            bytes -= frames.peek().length;
            taken.writeBytes(frames.remove());
        }
        if (frames.isEmpty() && status != null) {
            taken.writeBytes(status);
            status = null;
        }
        return taken.toByteArray();
    }
}
