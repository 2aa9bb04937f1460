package dev.coppice.feed;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;

/**
 * What waits to be sent to one client: a bounded number of bytes, in their order. Of the states that pass only the last
 * one waits, behind the events. Thread-safe.
 */
final class SendBuffer {
    private final int maxBytes;
    private final ArrayDeque<byte[]> frames = new ArrayDeque<>();
    private byte[] passing;
    private int bytes;

    SendBuffer(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Adds a frame, if there is room or nothing else waits. */
    synchronized boolean add(byte[] frame) {
        if (!frames.isEmpty() && bytes + frame.length > maxBytes) {
            return false;
        }
        frames.add(frame);
        bytes += frame.length;
        return true;
    }

    /** Puts a state that passes in place of one that still waits. */
    synchronized void pass(byte[] frame) {
        passing = frame;
    }

    /** True when half of it is free, which is worth a look into the log. */
    synchronized boolean hasRoom() {
        return bytes <= maxBytes / 2;
    }

    synchronized boolean isEmpty() {
        return frames.isEmpty() && passing == null;
    }

    /** Takes out what waits longest: about so many bytes, at least one whole frame; null when nothing waits. */
    synchronized byte[] take(int most) {
        if (isEmpty()) {
            return null;
        }
        var taken = new ByteArrayOutputStream();
        while (!frames.isEmpty() && (taken.size() == 0 || taken.size() + frames.peek().length <= most)) {
            bytes -= frames.peek().length;
            taken.writeBytes(frames.remove());
        }
        if (frames.isEmpty() && passing != null) {
            taken.writeBytes(passing);
            passing = null;
        }
        return taken.toByteArray();
    }
}
