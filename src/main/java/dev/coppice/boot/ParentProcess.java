package dev.coppice.boot;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Ends the server when the process that started it has ended. {@code mvn wildfly:run} starts the server as a child
 * process; without this class the server would go on when Maven is ended by SIGTERM or SIGKILL. The system property
 * {@link #PROPERTY} names the parent; {@code wildfly-config/build.bsh} sets it for that goal only. Thread-safe.
 */
final class ParentProcess {
    /**
     * Name of the system property with the id of the parent process. A server without the property watches no process.
     */
    static final String PROPERTY = "dev.coppice.boot.parent";

    private static final Logger LOG = Logger.getLogger(ParentProcess.class.getName());
    private static final AtomicBoolean WATCHED = new AtomicBoolean();

    private ParentProcess() {}

    /** Starts to watch the parent, if the property names one. Further calls have no effect. */
    static void watch() {
        var parent = Long.getLong(PROPERTY);
        if (parent != null && WATCHED.compareAndSet(false, true)) {
            afterEndOf(parent, () -> {
                LOG.log(Level.INFO, "The process {0} that started the server has ended; the server stops", "" + parent);
                // Works like SIGTERM: WildFly's shutdown hook undeploys the application.
                System.exit(0);
            });
        }
    }

    /** Runs an action on a thread of its own when a process has ended; at once if the process does not exist. */
    static void afterEndOf(long process, Runnable action) {
        var thread = new Thread(
                () -> {
                    ProcessHandle.of(process)
                            .ifPresent(handle -> handle.onExit().join());
                    action.run();
                },
                "parent process");
        thread.setDaemon(true);
        thread.start();
    }
}
