package dev.coppice.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Gathers messages into calls: one session each, in the order of the file, within the server's limits. Sessions may be
 * mixed in the file; what waits is bounded, and beyond it the batch that was begun first goes out.
 */
final class Batches {

    static final int MAX_MESSAGES = 1000;
    /** The server's 16 MiB a body, less what stands around and between the messages. */
    static final int MAX_BYTES = 16 * 1024 * 1024 - 4096;

    private static final int MAX_WAITING_BYTES = 2 * MAX_BYTES;
    /** Many sessions of a message each are worth little memory in bytes, but not nothing. */
    private static final int MAX_WAITING = 20_000;

    private final LinkedHashMap<LoadedMessage.Session, Batch> waiting = new LinkedHashMap<>();
    private final BiConsumer<LoadedMessage.Session, List<LoadedMessage>> send;
    private int messages;
    private long bytes;

    Batches(BiConsumer<LoadedMessage.Session, List<LoadedMessage>> send) {
        this.send = send;
    }

    private static final class Batch {
        final List<LoadedMessage> turns = new ArrayList<>();
        long bytes;
    }

    void add(LoadedMessage turn) {
        var session = turn.session();
        var batch = waiting.get(session);
        if (batch != null && (batch.turns.size() == MAX_MESSAGES || batch.bytes + turn.message().length >= MAX_BYTES)) {
            send(session);
        }
        while (!waiting.isEmpty() && (messages >= MAX_WAITING || bytes + turn.message().length > MAX_WAITING_BYTES)) {
            sendOldest();
        }
        batch = waiting.computeIfAbsent(session, s -> new Batch());
        batch.turns.add(turn);
        // One more for the comma.
        batch.bytes += turn.message().length + 1;
        bytes += turn.message().length + 1;
        messages++;
    }

    /** Messages that aren't sent yet. */
    int waiting() {
        return messages;
    }

    /** Sends the batch that was begun first. At the end of the file this is called until nothing waits. */
    void sendOldest() {
        send(waiting.keySet().iterator().next());
    }

    private void send(LoadedMessage.Session session) {
        var batch = waiting.remove(session);
        messages -= batch.turns.size();
        bytes -= batch.bytes;
        send.accept(session, batch.turns);
    }
}
