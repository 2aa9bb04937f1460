package dev.coppice.feed;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;

/**
 * Buffer of the frames that are to be sent to one client: the frames of events in their order, up to a limit of bytes,
 * and after them at most one frame with the status of the session. Thread-safe.
 */
final class SendBuffer {
    private final int maxBytes;
    private final ArrayDeque<byte[]> frames = new ArrayDeque<>();
    private byte[] status;
    private int bytes;

    /**
     * Creates an empty buffer.
     *
     * @param maxBytes limit of the total size of the event frames
     */
    SendBuffer(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /**
     * Adds an event frame at the end and returns true. Returns false if the buffer contains event frames and the frame
     * would exceed the limit.
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
     * Sets the status frame to send. It replaces an earlier one that was not sent yet, and does not count towards the
     * limit.
     */
    synchronized void setStatus(byte[] frame) {
        status = frame;
    }

    /**
     * True if the event frames use at most half of the limit, so that it is worthwhile to read more events from the
     * log.
     */
    synchronized boolean isHalfFree() {
        return bytes <= maxBytes / 2;
    }

    synchronized boolean isEmpty() {
        return frames.isEmpty() && status == null;
    }

    /**
     * Removes and returns the oldest event frames, joined: as many as fit in {@code maxSize} bytes, but at least one if
     * there is any; and after them, if no event frame is left, the status frame, even if the result then exceeds
     * {@code maxSize}. Returns null if the buffer is empty.
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
