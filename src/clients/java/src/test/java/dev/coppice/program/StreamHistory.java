package dev.coppice.program;

import dev.coppice.client.Append;
import dev.coppice.client.Coppice;
import dev.coppice.client.Message;
import java.util.stream.IntStream;

/**
 * Appends messages of about 500 bytes to a session, as many as the argument says. Reads them back as a history, in
 * which each message is checked, as entries, which are counted, and as an export.
 */
final class StreamHistory {
    private static final int BATCH = 1000;
    private static final String FILLER = "x".repeat(400);

    private StreamHistory() {}

    private static String text(int n) {
        return "message " + n + " " + FILLER;
    }

    public static void main(String[] arguments) throws java.io.IOException {
        int count = Integer.parseInt(arguments[0]);
        var session = Coppice.fromEnvironment().session("long");
        session.getOrCreate();
        long started = System.nanoTime();
        for (int from = 0; from < count; from += BATCH) {
            session.append(Append.of(IntStream.range(from, from + BATCH)
                    .mapToObj(n -> Message.user(text(n)).withId("m" + n))
                    .toList()));
        }
        long appended = System.nanoTime();
        int n = 0;
        for (var message : session.history()) {
            check(message.id().equals("m" + n) && message.text().equals(text(n)), "message " + n);
            n++;
        }
        long read = System.nanoTime();
        check(n == count, "all messages");
        check(session.entries().stream().count() == count, "all entries");
        session.export(java.io.OutputStream.nullOutputStream());
        System.out.printf(
                "%,d messages appended in %.1f s, streamed in %.1f s with a heap of %d MB%n",
                count,
                (appended - started) / 1e9,
                (read - appended) / 1e9,
                Runtime.getRuntime().maxMemory() >> 20);
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException(what);
        }
    }
}
