package dev.coppice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the command line program without a server: its arguments, exit status and display of progress. */
class MainTest {

    private static CommandLine run(String... arguments) {
        return CommandLine.run(Map.of("COPPICE_TOKEN", "x"), "", arguments);
    }

    @Test
    void helpNamesEveryCommand() {
        var help = run("--help");
        assertEquals(0, help.status());
        for (var command : List.of("export", "import", "sessions", "history", "append", "search")) {
            assertTrue(help.out().contains("\n" + command + " "), command);
        }
        assertEquals(2, run().status());
    }

    @Test
    void outputThatCannotBeWrittenIsAFailure() {
        var err = new ByteArrayOutputStream();
        var status = new Main(Map.of(), InputStream.nullInputStream(), CommandLine.full(), new PrintStream(err))
                .run(List.of("--help"));
        assertEquals(1, status);
        assertTrue(err.toString().contains("Standard output cannot be written"), err.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"what", "import --what x", "import --url", "sessions --url 127.0.0.1"})
    void wrongArgumentsHaveStatusTwo(String arguments) {
        var wrong = run(arguments.split(" "));
        assertEquals(2, wrong.status());
        assertTrue(wrong.err().contains("Usage: java -jar coppice-cli.jar"), wrong.err());
    }

    @Test
    void serverThatDoesNotRunIsNotWaitedFor() {
        var failed = run("sessions", "--url", "http://127.0.0.1:1");
        assertEquals(1, failed.status());
        assertEquals(
                "http://127.0.0.1:1 does not answer; is the server running?",
                failed.err().strip());
    }

    @Test
    void progressHasRateAndTimeLeft() {
        assertEquals(" 25 %  50.0 MB, 10.0 MB/s, 0:00:15 left", Progress.line(50_000_000, 200_000_000, 5));
        assertEquals("  0 %  1.0 MB, 0.5 MB/s, 1:06:38 left", Progress.line(1_000_000, 2_000_000_000, 2));
        assertEquals("1,234.5 MB, 10.0 MB/s", Progress.line(1_234_500_000, 0, 123.45));
    }

    @Test
    void progressPrintsALineEveryTenPercent() {
        var bytes = new ByteArrayOutputStream();
        var progress = new Progress(new PrintStream(bytes), false, 1000);
        for (int sent = 0; sent <= 1000; sent++) {
            progress.show(sent);
        }
        progress.end();
        assertEquals(10, bytes.toString().lines().count(), bytes.toString());
    }
}
