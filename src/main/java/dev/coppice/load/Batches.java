package dev.coppice.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Collects the messages of a file in batches, each of which is sent as one append. A batch contains messages of one
 * session in the order of the file; each message is the parent of the next. The messages of several sessions may be
 * mixed in the file, so several batches are collected at the same time. If too many messages wait to be sent, the
 * oldest batch is sent, that is, the one that was begun first. Not thread-safe.
 */
final class Batches {

    /** Maximum number of messages in a batch. It equals the server's default limit for an append. */
    static final int MAX_MESSAGES = 1000;
    /**
     * Maximum size of a batch in bytes: the server's default limit of 16 MiB for a request's body, minus 4 KiB for the
     * JSON around the messages.
     */
    static final int MAX_BYTES = 16 * 1024 * 1024 - 4096;

    /** Maximum size in bytes of all messages that wait to be sent: two full batches. It limits the loader's memory. */
    private static final int MAX_WAITING_BYTES = 2 * MAX_BYTES;
    /**
     * Maximum number of messages that wait to be sent. It limits the loader's memory if there are many sessions with
     * one small message each.
     */
    private static final int MAX_WAITING = 20_000;

    private final LinkedHashMap<LoadedMessage.Session, Batch> waiting = new LinkedHashMap<>();
    private final BiConsumer<LoadedMessage.Session, List<LoadedMessage>> send;
    private int messages;
    private long bytes;

    /**
     * Creates an empty collection.
     *
     * @param send called with each batch that is to be sent, and with the session of its messages
     */
    Batches(BiConsumer<LoadedMessage.Session, List<LoadedMessage>> send) {
        this.send = send;
    }

    private static final class Batch {
        final List<LoadedMessage> messages = new ArrayList<>();
        long bytes;

        /**
         * True if a message cannot be added to this batch: the batch would exceed its limits, or the message's parent
         * is not the last message of the batch. The batch must have at least one message.
         *
         * @param next the message
         * @param size size of the message's JSON in bytes, with the comma after it
         */
        boolean isFull(LoadedMessage next, int size) {
            return messages.size() == MAX_MESSAGES
                    || bytes + size > MAX_BYTES
                    || !next.canFollow(messages.get(messages.size() - 1));
        }
    }

    /**
     * Adds a message to the batch of its session. If the message does not fit into this batch, sends the batch first
     * and begins a new one. If too many messages or bytes would then wait, also sends the oldest batches.
     */
    void add(LoadedMessage message) {
        var session = message.session();
        // One more byte for the comma between messages.
        int size = message.json().length + 1;
        var batch = waiting.get(session);
        if (batch != null && batch.isFull(message, size)) {
            send(session);
        }
        while (!waiting.isEmpty() && (messages >= MAX_WAITING || bytes + size > MAX_WAITING_BYTES)) {
            sendOldest();
        }
        batch = waiting.computeIfAbsent(session, s -> new Batch());
        batch.messages.add(message);
        batch.bytes += size;
        bytes += size;
        messages++;
    }

    /** Returns the number of messages that wait to be sent. */
    int waiting() {
        return messages;
    }

    /**
     * Sends the batch that was begun first. At least one message must wait. At the end of the file, call this method
     * until {@link #waiting} is 0.
     */
    void sendOldest() {
        send(waiting.keySet().iterator().next());
    }

    private void send(LoadedMessage.Session session) {
        var batch = waiting.remove(session);
        messages -= batch.messages.size();
        bytes -= batch.bytes;
        send.accept(session, batch.messages);
    }
}
