package dev.coppice.console;

import dev.coppice.support.Folders;
import dev.coppice.support.NeedsNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The pure functions of the console, tested by the programs {@code src/test/console/*.test.mjs}. */
@ExtendWith(NeedsNode.class)
class ModulesIT {

    private static final Path HOME = Path.of("target", "it", "console-modules");
    private static final Path MODULES = Path.of("src", "main", "webapp", "console");
    private static final Path TESTS = Path.of("src", "test", "console");

    @Test
    void pureFunctionsWork() throws IOException, InterruptedException {
        Folders.delete(HOME);
        // Above the modules stands what says that they are modules; browsers do not need that.
        Files.createDirectories(HOME);
        Files.writeString(HOME.resolve("package.json"), "{\"type\":\"module\"}");
        Folders.copy(MODULES, HOME.resolve(MODULES));
        Folders.copy(TESTS, HOME.resolve(TESTS));
        var output = HOME.resolve("output.txt");
        var process = new ProcessBuilder("node", "--test", TESTS.toString())
                .directory(HOME.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(2, TimeUnit.MINUTES)) {
            process.destroyForcibly();
        }
        if (process.isAlive() || process.exitValue() != 0) {
            throw new AssertionError(Files.readString(output));
        }
    }
}
