package dev.coppice.bench;

import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Database;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Compares the turn of a long session with that of a short one and with reading the same rows by JDBC. */
class TurnBench {
    private static final Path TARGET = Path.of("target/bench");
    private static final int SMALL = 100;
    private static final int WINDOW = 50;
    private static final double LIMIT = 1.5;

    private BenchContext context;

    @Test
    void h2() throws Exception {
        Files.createDirectories(TARGET);
        var report = new BaselineReport();
        var raw = RawDatabase.h2(Files.createTempDirectory(TARGET, "raw"));
        try (var server =
                CoppiceServer.named("bench-turn").database(Database.H2).start()) {
            context = new BenchContext(server, raw, report);
            int many = Scale.size(100_000);
            try (var reader = RawReader.of(raw)) {
                windows(reader, context.load("few", "", SMALL), context.load("many", "", many), many);
            }
        } finally {
            report.write(new Measurement("turn-h2", getClass(), "H2"));
        }
    }

    /** The JDBC baseline reads the same rows and does nothing with them. */
    private void windows(RawReader reader, long small, long large, int size) throws Exception {
        for (var format : new String[] {"ai-sdk", "openai", "anthropic"}) {
            Rounds.Operation[] operations = {
                turn("few", format),
                () -> reader.history(small, SMALL - WINDOW, SMALL - 1) == WINDOW,
                turn("many", format),
                () -> reader.history(large, size - WINDOW, size - 1) == WINDOW
            };
            Rounds.inTurn(Scale.times(300), Duration.ofSeconds(10), operations);
            var samples = Rounds.inTurn(Scale.times(400), Duration.ofSeconds(15), operations);
            context.report().row(format + ", last 50 of " + SMALL, samples.get(0), samples.get(1));
            context.report().row(format + ", last 50 of " + size, samples.get(2), samples.get(3));
            context.report()
                    .target(
                            format + ", last 50 of " + size + ": last 50 of " + SMALL,
                            samples.get(2).p50() / samples.get(0).p50(),
                            LIMIT,
                            " ×");
        }
    }

    private Rounds.Operation turn(String session, String format) {
        return () -> {
            var path = "/v1/sessions/" + session + "/turn?last=" + WINDOW + "&format=" + format;
            if (context.client().drain(path) < WINDOW * 100L) {
                throw new IllegalStateException(path + " was too short");
            }
            return true;
        };
    }
}
