package dev.coppice.bench;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** A message in the middle of a long path gets a new text, or goes. */
final class Edits {

    private Edits() {}

    /** @param raw the raw number of the longest path */
    static void measure(Rig rig, long raw) throws Exception {
        int middle = Scale.size(100_000) / 2;
        var label = " in the middle of " + Histories.label(2 * middle);
        var path = "/v1/sessions/" + Histories.longest() + "/messages/m";
        var edited = new AtomicInteger(middle);
        var rawEdited = new AtomicInteger(middle);
        try (var writer = new RawWriter(rig.raw())) {
            var edits = Rounds.inTurn(
                    Scale.times(150),
                    Duration.ofSeconds(10),
                    () -> {
                        int i = edited.getAndIncrement();
                        rig.client().send("PUT", path + i, changed(i));
                        return true;
                    },
                    () -> {
                        int i = rawEdited.getAndIncrement();
                        writer.edit(raw, i, changed(i));
                        return true;
                    });
            rig.report().row("edit" + label, Rounds.pair(edits));
            var deletes = Rounds.inTurn(
                    Scale.times(150),
                    Duration.ofSeconds(10),
                    () -> {
                        rig.client().send("DELETE", path + edited.getAndIncrement(), new byte[0]);
                        return true;
                    },
                    () -> {
                        writer.edit(raw, rawEdited.getAndIncrement(), null);
                        return true;
                    });
            rig.report().row("delete" + label, Rounds.pair(deletes));
        }
    }

    private static byte[] changed(int i) {
        return Bodies.message("m" + i).replace("\"user\"", "\"tool\"").getBytes();
    }
}
