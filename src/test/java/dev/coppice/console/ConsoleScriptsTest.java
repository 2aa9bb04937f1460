package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.NeedsNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Runs the tests of the console's scripts in {@code src/test/console}, which need no browser. */
@ExtendWith(NeedsNode.class)
class ConsoleScriptsTest {

    private static final Path TESTS = Path.of("src", "test", "console");

    @Test
    void testsOfScriptsPass() throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("node", "--test"));
        try (var files = Files.list(TESTS)) {
            files.map(Path::toString).filter(name -> name.endsWith(".test.mjs")).forEach(command::add);
        }
        var output = Files.createTempFile("console-scripts", ".log");
        try {
            var process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(10, TimeUnit.MINUTES)) {
                process.destroyForcibly();
            }
            assertEquals(0, process.waitFor(), () -> text(output));
        } finally {
            Files.delete(output);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
