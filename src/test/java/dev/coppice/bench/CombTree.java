package dev.coppice.bench;

import java.time.Duration;
import java.util.List;

/**
 * Measures a comb-shaped tree: each message of the path starts a branch of its own, so the path crosses as many branches
 * as it has messages. This is the worst case for a store that keeps paths as ranges of rows.
 */
final class CombTree {

    private static final Duration BUILD = Duration.ofSeconds(40);

    private CombTree() {}

    static void measure(BenchContext context) throws Exception {
        context.client().session("comb", "");
        int branches = build(context, Scale.size(10_000));
        try (var writer = new RawWriter(context.database());
                var reader = RawReader.of(context.database())) {
            long id = context.newRawSession(writer);
            writer.comb(id, branches);
            var path = "/v1/sessions/comb/history?leafId=t" + (branches - 1);
            var history = Rounds.inTurn(
                    Scale.times(7),
                    Duration.ofSeconds(15),
                    () -> context.client().drain(path) > (long) branches * BenchMessages.BYTES,
                    () -> reader.comb(id, branches) > 0);
            context.report()
                    .row("comb of " + branches + " branches: history of the longest path", Rounds.pair(history));
            int middle = branches / 2;
            var children = Rounds.inTurn(
                    Scale.times(200),
                    Duration.ofSeconds(5),
                    () -> context.client().drain("/v1/sessions/comb/messages/t" + middle + "/children") > 0,
                    () -> reader.children(id + middle, middle) == 2);
            context.report().row("comb: children of a message in the middle", Rounds.pair(children));
        }
    }

    /** Appends the path message by message, each with a child that forces the next message onto a new branch. */
    private static int build(BenchContext context, int branches) throws Exception {
        long end = System.nanoTime() + BUILD.toNanos();
        context.client().append("comb", BenchMessages.append(List.of("t0", "a0")));
        for (int i = 1; i < branches; i++) {
            context.client().append("comb", BenchMessages.append("t" + (i - 1), List.of("t" + i, "a" + i)));
            if (i % 100 == 0 && System.nanoTime() > end) {
                // The JDBC side reads 100 ranges per statement, so the number must be a multiple of 100.
                context.report().note("The comb has only " + i + " branches: building it took too long.");
                return i;
            }
        }
        return branches;
    }
}
