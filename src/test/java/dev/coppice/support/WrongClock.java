package dev.coppice.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives a server process a wrong clock, by a small library that is compiled from {@code src/test/native/clock.c} and
 * loaded before libc. As an extension, skips a test class where that is impossible.
 */
public final class WrongClock implements ExecutionCondition {
    private static final Path SOURCE = Path.of("src", "test", "native", "clock.c");
    private static final Path LIBRARY = Path.of("target", "it", "clock.so").toAbsolutePath();

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (!System.getProperty("os.name").equals("Linux") || !ChildProcesses.isInstalled("cc")) {
            return ConditionEvaluationResult.disabled(
                    "wrong clocks are not tested: they need Linux and a C compiler, cc on the PATH (apt-get install gcc"
                            + " libc6-dev).");
        }
        return ConditionEvaluationResult.enabled("cc is installed");
    }

    /**
     * Variables of the environment that give a process another clock, but leave its timer for durations alone.
     *
     * @param ahead difference to the clock of this machine, in whole seconds; negative if the clock is behind
     * @param timeZone time zone of the process, for example {@code Europe/Berlin}
     */
    public static Map<String, String> environment(Duration ahead, String timeZone) {
        compile();
        return Map.of(
                "LD_PRELOAD", LIBRARY.toString(),
                "TEST_CLOCK_SECONDS", String.valueOf(ahead.toSeconds()),
                "TZ", timeZone);
    }

    private static synchronized void compile() {
        if (Files.exists(LIBRARY)) {
            return;
        }
        try {
            Files.createDirectories(LIBRARY.getParent());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Command.run(
                        Path.of("").toAbsolutePath(),
                        Map.of(),
                        List.of("cc", "-O2", "-shared", "-fPIC", "-o", LIBRARY.toString(), SOURCE.toString(), "-ldl"))
                .orFail();
    }
}
