package dev.coppice.boot;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Ends the server if the application could not be deployed when the server started, for example because the database
 * was away for longer than {@code coppice.db.start-wait}. WildFly itself would continue to run and answer 503, so
 * systemd or Docker, which restart a server that has ended, would not restart it. Thread-safe.
 */
final class FailedDeployment {
    /** Name of the system property that enables this class; {@code bin/coppice run} sets it to {@code true}. */
    static final String PROPERTY = "dev.coppice.boot.end-after-failure";

    private static final Logger LOG = Logger.getLogger(FailedDeployment.class.getName());
    private static final String WAR = "deployments/coppice.war";
    private static final long PAUSE_MILLIS = 200;
    private static final int FAILED = 1;

    /** Maximum time of an orderly stop, in seconds. WildFly may wait for ever for a bean whose start has failed. */
    private static final long STOP_SECONDS = 20;

    private FailedDeployment() {}

    /**
     * If the system property {@link #PROPERTY} is {@code true}, waits on a new thread for the result of the deployment,
     * and ends the server with status 1 if the deployment has failed. The server is stopped in an orderly way, or
     * killed if that takes longer than 20 seconds. Returns without waiting.
     */
    static void watch() {
        if (Boolean.getBoolean(PROPERTY)) {
            var war = Path.of(System.getProperty("jboss.server.base.dir"), WAR);
            var thread = new Thread(() -> endAfterFailure(war, FailedDeployment::end), "failed deployment");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private static void end() {
        var kill = new Thread(
                () -> {
                    try {
                        TimeUnit.SECONDS.sleep(STOP_SECONDS);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    Runtime.getRuntime().halt(FAILED);
                },
                "end of failed deployment");
        kill.setDaemon(true);
        kill.start();
        System.exit(FAILED);
    }

    /**
     * Waits until WildFly's deployment scanner has written the result of a deployment, a file beside the WAR, and runs
     * an action if the deployment has failed. Returns without running it when the deployment has succeeded.
     *
     * @param war path of the WAR, which may exist or not
     * @param end ends the server
     */
    static void endAfterFailure(Path war, Runnable end) {
        var deployed = war.resolveSibling(war.getFileName() + ".deployed");
        var failed = war.resolveSibling(war.getFileName() + ".failed");
        while (!Files.exists(deployed)) {
            if (Files.exists(failed)) {
                LOG.log(Level.SEVERE, "The application could not be deployed, see the lines before; the server ends.");
                end.run();
                return;
            }
            try {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
