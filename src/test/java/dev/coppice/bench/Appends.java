package dev.coppice.bench;

import dev.coppice.bench.Rounds.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** Appends by 1, 8 and 64 writers, all on one session or each on its own; one message a call, or a hundred. */
final class Appends {

    private static final int ROUNDS = 4;
    private static final int BATCH = 100;

    private final Rig rig;
    private final AtomicLong ids = new AtomicLong();

    private Appends(Rig rig) {
        this.rig = rig;
    }

    static void measure(Rig rig) throws Exception {
        var appends = new Appends(rig);
        for (int writers : new int[] {1, 8, 64}) {
            for (boolean one : new boolean[] {true, false}) {
                if (writers == 1 && !one) {
                    continue;
                }
                var pair = appends.pair(writers, one, 1, ROUNDS, 1200);
                rig.report().row("append, " + writers(writers) + ", " + sessions(writers, one), pair);
                if (writers == 8) {
                    rig.report()
                            .goal(
                                    "append, 8 writers, " + sessions(writers, one) + ": raw transactions",
                                    pair.ratio(),
                                    4,
                                    " ×");
                }
            }
        }
        for (int writers : new int[] {1, 8}) {
            var pair = appends.pair(writers, false, BATCH, ROUNDS, 1200);
            rig.report().row("append of " + BATCH + " in a call, " + writers(writers) + " (calls)", pair);
        }
    }

    private static String writers(int writers) {
        return writers == 1 ? "1 writer" : writers + " writers";
    }

    private static String sessions(int writers, boolean one) {
        return one ? "one session" : writers + " sessions";
    }

    private Rounds.Pair pair(int writers, boolean oneSession, int batch, int rounds, long millis) throws Exception {
        var raw = new ArrayList<RawWriter>();
        try {
            for (int i = 0; i < writers; i++) {
                raw.add(new RawWriter(rig.raw()));
            }
            return Rounds.alternate(
                    rounds, Scale.round(millis), ours(writers, oneSession, batch), raw(raw, oneSession, batch));
        } finally {
            for (var writer : raw) {
                writer.close();
            }
        }
    }

    private List<Work> ours(int writers, boolean oneSession, int batch) throws Exception {
        var works = new ArrayList<Work>();
        String session = null;
        for (int i = 0; i < writers; i++) {
            if (session == null || !oneSession) {
                session = "appends-" + ids.incrementAndGet();
                rig.client().session(session, "");
            }
            var mine = session;
            works.add(() -> rig.client().append(mine, Bodies.append(next(batch))));
        }
        return works;
    }

    private List<Work> raw(List<RawWriter> writers, boolean oneSession, int batch) throws Exception {
        var works = new ArrayList<Work>();
        long session = 0;
        for (var writer : writers) {
            if (session == 0 || !oneSession) {
                session = rig.rawSession(writer);
            }
            long mine = session;
            works.add(() -> {
                writer.append(mine, next(batch));
                return true;
            });
        }
        return works;
    }

    private List<String> next(int batch) {
        long from = ids.getAndAdd(batch);
        return IntStream.range(0, batch).mapToObj(i -> "m" + (from + i)).toList();
    }
}
