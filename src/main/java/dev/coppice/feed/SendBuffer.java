package dev.coppice.feed;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;

/**
 * Buffer of the frames to send to one client: events in their order, up to a limit of bytes, followed by the latest
 * status of the session. An older status is replaced. Thread-safe.
 */
final class SendBuffer {
    private final int maxBytes;
    private final ArrayDeque<byte[]> frames = new ArrayDeque<>();
    private byte[] status;
    private int bytes;

    SendBuffer(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Adds a frame at the end if it fits into the limit or the buffer is empty; returns false otherwise. */
    synchronized boolean add(byte[] frame) {
        if (!frames.isEmpty() && bytes + frame.length > maxBytes) {
            return false;
        }
        frames.add(frame);
        bytes += frame.length;
        return true;
    }

    /** Sets the status frame to send. It replaces a status frame that has not been sent yet. */
    synchronized void setStatus(byte[] frame) {
        status = frame;
    }

    /** True if at least half of the buffer is free, so that reading the log is worthwhile. */
    synchronized boolean isHalfFree() {
        return bytes <= maxBytes / 2;
    }

    synchronized boolean isEmpty() {
        return frames.isEmpty() && status == null;
    }

    /**
     * Removes and returns the oldest event frames: up to {@code maxSize} bytes, but at least one. If no event is left
     * afterwards, the status frame follows. Returns null if the buffer is empty.
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
