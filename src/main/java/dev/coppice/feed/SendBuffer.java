package dev.coppice.feed;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;

/**
 * Frames that wait to be sent to one client: events in their order, up to a limit of bytes, and after them the latest
 * status only. Thread-safe.
 */
final class SendBuffer {
    private final int maxBytes;
    private final ArrayDeque<byte[]> frames = new ArrayDeque<>();
    private byte[] status;
    private int bytes;

    SendBuffer(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Adds a frame if it fits, or if the buffer is empty; returns false otherwise. */
    synchronized boolean add(byte[] frame) {
        if (!frames.isEmpty() && bytes + frame.length > maxBytes) {
            return false;
        }
        frames.add(frame);
        bytes += frame.length;
        return true;
    }

    /** Sets the status frame to send; replaces one that still waits. */
    synchronized void setStatus(byte[] frame) {
        status = frame;
    }

    /** True when at least half of the buffer is free, so that reading the log is worthwhile. */
    synchronized boolean isHalfFree() {
        return bytes <= maxBytes / 2;
    }

    synchronized boolean isEmpty() {
        return frames.isEmpty() && status == null;
    }

    /** Removes and returns the oldest frames, up to {@code maxSize} bytes but at least one; null when none waits. */
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
