package dev.coppice.bench;

import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Database;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** {@code mvn verify -Pbench -Dit.test=TurnBench}: what the input of a turn costs in a short session and in a long one. */
class TurnBench {
    private static final Path TARGET = Path.of("target/bench");
    private static final int FEW = 100;
    private static final int WINDOW = 50;
    private static final double AT_MOST = 1.5;

    private Rig rig;

    @Test
    void h2() throws Exception {
        Files.createDirectories(TARGET);
        var report = new Report("The input of a turn in Coppice on H2");
        var raw = Raw.h2(Files.createTempDirectory(TARGET, "raw"));
        try (var server =
                CoppiceServer.named("bench-turn").database(Database.H2).start()) {
            rig = new Rig(server, raw, report);
            int many = Scale.size(100_000);
            try (var reader = RawReader.of(raw)) {
                windows(reader, rig.load("few", "", FEW), rig.load("many", "", many), many);
            }
        } finally {
            report.write(TARGET.resolve("turn.md"), "H2");
        }
    }

    /** Raw reads the same rows, and does nothing with them. */
    private void windows(RawReader reader, long few, long many, int size) throws Exception {
        for (var format : new String[] {"ai-sdk", "openai", "anthropic"}) {
            Rounds.Work[] works = {
                turn("few", format),
                () -> reader.history(few, FEW - WINDOW, FEW - 1) == WINDOW,
                turn("many", format),
                () -> reader.history(many, size - WINDOW, size - 1) == WINDOW
            };
            Rounds.inTurn(Scale.times(300), Duration.ofSeconds(10), works);
            var samples = Rounds.inTurn(Scale.times(400), Duration.ofSeconds(15), works);
            rig.report().row(format + ", last 50 of " + FEW, samples.get(0), samples.get(1));
            rig.report().row(format + ", last 50 of " + size, samples.get(2), samples.get(3));
            rig.report()
                    .goal(
                            format + ", last 50 of " + size + ": as of " + FEW,
                            samples.get(2).p50() / samples.get(0).p50(),
                            AT_MOST,
                            " ×");
        }
    }

    private Rounds.Work turn(String session, String format) {
        return () -> {
            var path = "/v1/sessions/" + session + "/turn?last=" + WINDOW + "&format=" + format;
            if (rig.client().drain(path) < WINDOW * 100L) {
                throw new IllegalStateException(path + " was too short");
            }
            return true;
        };
    }
}
