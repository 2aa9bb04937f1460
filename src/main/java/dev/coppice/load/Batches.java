package dev.coppice.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Groups messages into batches within the server's limits. A batch contains messages of one session, in the order of
 * the file, each the parent of the next; the file may mix sessions. The number of waiting messages is bounded: when it is exceeded, the oldest batch
 * is sent. Not thread-safe.
 */
final class Batches {

    static final int MAX_MESSAGES = 1000;
    /**
     * Maximum size of a batch, in bytes: the server's limit of 16 MiB for a body, minus space for the JSON around the
     * messages.
     */
    static final int MAX_BYTES = 16 * 1024 * 1024 - 4096;

    private static final int MAX_WAITING_BYTES = 2 * MAX_BYTES;
    /**
     * Maximum number of messages in all batches that are not sent yet. It bounds the memory used per message when many
     * sessions have one small message each.
     */
    private static final int MAX_WAITING = 20_000;

    private final LinkedHashMap<LoadedMessage.Session, Batch> waiting = new LinkedHashMap<>();
    private final BiConsumer<LoadedMessage.Session, List<LoadedMessage>> send;
    private int messages;
    private long bytes;

    Batches(BiConsumer<LoadedMessage.Session, List<LoadedMessage>> send) {
        this.send = send;
    }

    private static final class Batch {
        final List<LoadedMessage> messages = new ArrayList<>();
        long bytes;

        boolean isFull(LoadedMessage next, int size) {
            return messages.size() == MAX_MESSAGES
                    || bytes + size > MAX_BYTES
                    || !next.canFollow(messages.get(messages.size() - 1));
        }
    }

    /**
     * Adds a message to the batch of its session. Before that, sends this batch if it is full, and the oldest batches
     * while too many messages or bytes wait.
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

    /** Returns the number of messages that are not sent yet. */
    int waiting() {
        return messages;
    }

    /** Sends the oldest batch. At the end of the file, the caller repeats this until {@link #waiting} is 0. */
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
