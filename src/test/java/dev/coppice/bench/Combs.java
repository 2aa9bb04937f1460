package dev.coppice.bench;

import java.time.Duration;
import java.util.List;

/**
 * A comb: every message of the path has a sibling's branch before it, so that the path crosses as many branches as it
 * has messages. The worst tree for a store that keeps paths as ranges.
 */
final class Combs {

    private static final Duration BUILD = Duration.ofSeconds(40);

    private Combs() {}

    static void measure(Rig rig) throws Exception {
        rig.client().session("comb", "");
        int branches = build(rig, Scale.size(10_000));
        try (var writer = new RawWriter(rig.raw());
                var reader = RawReader.of(rig.raw())) {
            long id = rig.rawSession(writer);
            writer.comb(id, branches);
            var path = "/v1/sessions/comb/history?leafId=t" + (branches - 1);
            var history = Rounds.inTurn(
                    Scale.times(7),
                    Duration.ofSeconds(15),
                    () -> rig.client().drain(path) > (long) branches * Bodies.BYTES,
                    () -> reader.comb(id, branches) > 0);
            rig.report().row("comb of " + branches + " branches: its longest path", Rounds.pair(history));
            int middle = branches / 2;
            var children = Rounds.inTurn(
                    Scale.times(200),
                    Duration.ofSeconds(5),
                    () -> rig.client().drain("/v1/sessions/comb/messages/t" + middle + "/children") > 0,
                    () -> reader.children(id + middle, middle) == 2);
            rig.report().row("comb: the children of a message in the middle", Rounds.pair(children));
        }
    }

    /** Each call appends the next message of the path and, under it, the tooth that will make the next one branch. */
    private static int build(Rig rig, int branches) throws Exception {
        long end = System.nanoTime() + BUILD.toNanos();
        rig.client().append("comb", Bodies.append(List.of("t0", "a0")));
        for (int i = 1; i < branches; i++) {
            rig.client().append("comb", Bodies.append("t" + (i - 1), List.of("t" + i, "a" + i)));
            if (i % 100 == 0 && System.nanoTime() > end) {
                // A hundred ranges a statement on the raw side too, so a round number.
                rig.report().note("The comb has " + i + " branches only: it took too long to build.");
                return i;
            }
        }
        return branches;
    }
}
