package dev.coppice.bench;

import dev.coppice.bench.Rounds.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** Measures appends by 1, 8 and 64 writers, to one session or to one each; 1 or 100 messages per request. */
final class Appends {

    private static final int ROUNDS = 4;
    private static final int BATCH = 100;

    private final BenchContext context;
    private final AtomicLong ids = new AtomicLong();

    private Appends(BenchContext context) {
        this.context = context;
    }

    static void measure(BenchContext context) throws Exception {
        var appends = new Appends(context);
        for (int writers : new int[] {1, 8, 64}) {
            for (boolean oneSession : new boolean[] {true, false}) {
                if (writers == 1 && !oneSession) {
                    continue;
                }
                var pair = appends.pair(writers, oneSession, 1, ROUNDS, 1200);
                context.report().row("append, " + writers(writers) + ", " + sessions(writers, oneSession), pair);
                if (writers == 8) {
                    context.report()
                            .target(
                                    "append, 8 writers, " + sessions(writers, oneSession) + ": JDBC transaction",
                                    pair.ratio(),
                                    4,
                                    " ×");
                }
            }
        }
        for (int writers : new int[] {1, 8}) {
            var pair = appends.pair(writers, false, BATCH, ROUNDS, 1200);
            context.report().row("append of " + BATCH + " in one request, " + writers(writers) + " (requests)", pair);
        }
    }

    private static String writers(int writers) {
        return writers == 1 ? "1 writer" : writers + " writers";
    }

    private static String sessions(int writers, boolean oneSession) {
        return oneSession ? "one session" : writers + " sessions";
    }

    private Rounds.Pair pair(int writers, boolean oneSession, int batch, int rounds, long millis) throws Exception {
        var rawWriters = new ArrayList<RawWriter>();
        try {
            for (int i = 0; i < writers; i++) {
                rawWriters.add(new RawWriter(context.database()));
            }
            return Rounds.alternate(
                    rounds,
                    Scale.round(millis),
                    serverAppends(writers, oneSession, batch),
                    rawAppends(rawWriters, oneSession, batch));
        } finally {
            for (var writer : rawWriters) {
                writer.close();
            }
        }
    }

    private List<Operation> serverAppends(int writers, boolean oneSession, int batch) throws Exception {
        var operations = new ArrayList<Operation>();
        String session = null;
        for (int i = 0; i < writers; i++) {
            if (session == null || !oneSession) {
                session = "appends-" + ids.incrementAndGet();
                context.client().session(session, "");
            }
            var mine = session;
            operations.add(() -> context.client().append(mine, BenchMessages.append(next(batch))));
        }
        return operations;
    }

    private List<Operation> rawAppends(List<RawWriter> writers, boolean oneSession, int batch) throws Exception {
        var operations = new ArrayList<Operation>();
        long session = 0;
        for (var writer : writers) {
            if (session == 0 || !oneSession) {
                session = context.newRawSession(writer);
            }
            long mine = session;
            operations.add(() -> {
                writer.append(mine, next(batch));
                return true;
            });
        }
        return operations;
    }

    private List<String> next(int batch) {
        long from = ids.getAndAdd(batch);
        return IntStream.range(0, batch).mapToObj(i -> "m" + (from + i)).toList();
    }
}
