package dev.coppice.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ParentProcessTest {
    private final CountDownLatch ended = new CountDownLatch(1);

    /** A JVM that waits for a debugger. */
    private static Process process() throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(java, "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y", "-version")
                .redirectErrorStream(true)
                .start();
    }

    @Test
    void actionRunsAfterTheEndOfTheProcess() throws Exception {
        var process = process();
        ParentProcess.afterEndOf(process.pid(), ended::countDown);
        assertEquals(1, ended.getCount());
        process.destroyForcibly();
        assertTrue(ended.await(60, TimeUnit.SECONDS));
    }

    @Test
    void actionRunsAtOnceIfTheProcessHasEnded() throws Exception {
        var process = process();
        process.destroyForcibly().waitFor();
        ParentProcess.afterEndOf(process.pid(), ended::countDown);
        assertTrue(ended.await(60, TimeUnit.SECONDS));
    }
}
