package dev.coppice.boot;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Ends the server when its parent process has ended: {@code mvn wildfly:run} starts the server as a child process.
 * Without this class, the server would continue after Maven was ended by SIGTERM or SIGKILL. Thread-safe.
 */
final class ParentProcess {
    /**
     * Name of the system property with the process id of the parent process. {@code wildfly-config/build.bsh} sets it,
     * only for {@code mvn wildfly:run}. If it is not set, the server watches no process.
     */
    static final String PROPERTY = "dev.coppice.boot.parent";

    private static final Logger LOG = Logger.getLogger(ParentProcess.class.getName());
    private static final AtomicBoolean WATCHED = new AtomicBoolean();

    private ParentProcess() {}

    /**
     * Starts to watch the process with the id in the property {@link #PROPERTY}. Does nothing if the property is not
     * set. Only the first call has an effect.
     */
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

    /**
     * Runs an action on a new thread as soon as a process has ended, or immediately if there is no such process.
     * Returns without waiting.
     *
     * @param process id of the process
     * @param action the action to run
     */
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
