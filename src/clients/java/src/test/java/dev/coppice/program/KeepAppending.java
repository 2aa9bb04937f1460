package dev.coppice.program;

import dev.coppice.client.Coppice;
import dev.coppice.client.Message;
import dev.coppice.client.Session;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Appends messages until the standard input ends. Each of several threads appends to a session of its own. The messages
 * have no ids, and each has another text. For each message that the server has acknowledged, prints a line with
 * session, id and text.
 */
final class KeepAppending {
    private KeepAppending() {}

    public static void main(String[] arguments) throws IOException {
        var coppice = Coppice.fromEnvironment().times(Duration.ofSeconds(10), Duration.ofMinutes(8));
        int sessions = Integer.parseInt(arguments[0]);
        var stop = new AtomicBoolean();
        var threads = Executors.newFixedThreadPool(sessions);
        for (int s = 0; s < sessions; s++) {
            var session = coppice.session("kill-" + s);
            threads.submit(() -> append(session, stop));
        }
        System.in.read();
        stop.set(true);
        threads.shutdown();
    }

    /** Appends to a session until {@code stop} is true. No append may fail; if one does, ends the program. */
    private static void append(Session session, AtomicBoolean stop) {
        try {
            session.getOrCreate();
            for (int n = 0; !stop.get(); n++) {
                var appended = session.append(Message.user("text-" + n));
                System.out.println(session.id() + " " + appended.lastId() + " text-" + n);
            }
        } catch (RuntimeException e) {
            e.printStackTrace();
            System.exit(1);
        }
    }
}
