package dev.coppice.boot;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailedDeploymentTest {
    private static final Duration SOON = Duration.ofMinutes(1);

    @TempDir
    private Path deployments;

    private final AtomicBoolean ended = new AtomicBoolean();

    @Test
    void failureEndsTheServer() throws IOException {
        var watch = watch();
        assertFalse(ended.get());
        Files.writeString(deployments.resolve("coppice.war.failed"), "WFLYCTL0080: Failed services");
        Await.until("the watch is over", SOON, () -> !watch.isAlive());
        assertTrue(ended.get());
    }

    @Test
    void successEndsTheWatch() throws IOException {
        var watch = watch();
        Files.writeString(deployments.resolve("coppice.war.deployed"), "coppice.war");
        Await.until("the watch is over", SOON, () -> !watch.isAlive());
        assertFalse(ended.get());
    }

    private Thread watch() {
        var war = deployments.resolve("coppice.war");
        var thread = new Thread(() -> FailedDeployment.endAfterFailure(war, () -> ended.set(true)));
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
