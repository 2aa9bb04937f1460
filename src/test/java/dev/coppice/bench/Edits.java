package dev.coppice.bench;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Measures updates and deletes in the middle of a long path. */
final class Edits {

    private Edits() {}

    /** @param raw number of the longest path that was written by JDBC */
    static void measure(BenchContext context, long raw) throws Exception {
        int middle = Scale.size(100_000) / 2;
        var label = " in the middle of " + Histories.label(2 * middle);
        var path = "/v1/sessions/" + Histories.longest() + "/messages/m";
        var edited = new AtomicInteger(middle);
        var rawEdited = new AtomicInteger(middle);
        try (var writer = new RawWriter(context.database())) {
            var edits = Rounds.inTurn(
                    Scale.times(150),
                    Duration.ofSeconds(10),
                    () -> {
                        int i = edited.getAndIncrement();
                        context.client().send("PUT", path + i, changed(i));
                        return true;
                    },
                    () -> {
                        int i = rawEdited.getAndIncrement();
                        writer.edit(raw, i, changed(i));
                        return true;
                    });
            context.report().row("edit" + label, Rounds.pair(edits));
            var deletes = Rounds.inTurn(
                    Scale.times(150),
                    Duration.ofSeconds(10),
                    () -> {
                        context.client().send("DELETE", path + edited.getAndIncrement(), new byte[0]);
                        return true;
                    },
                    () -> {
                        writer.edit(raw, rawEdited.getAndIncrement(), null);
                        return true;
                    });
            context.report().row("delete" + label, Rounds.pair(deletes));
        }
    }

    private static byte[] changed(int i) {
        return BenchMessages.message("m" + i).replace("\"user\"", "\"tool\"").getBytes();
    }
}
