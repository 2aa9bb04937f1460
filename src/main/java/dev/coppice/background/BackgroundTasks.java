package dev.coppice.background;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Creates the background tasks of this node, and reports in {@code /health/ready} which of them are failing. A failing
 * task does not make the server unready: requests do not depend on background tasks, and no other node would do its
 * work. Thread-safe.
 */
@ApplicationScoped
public class BackgroundTasks implements HealthCheck {
    /**
     * How long {@code /health/ready} reports the failure of a job. Monitoring systems check more often than once a
     * minute, so they notice it.
     */
    private static final Duration JOB_FAILURE_COUNTS = Duration.ofMinutes(1);

    private final Map<String, BackgroundTask> tasks = new ConcurrentHashMap<>();

    /**
     * Creates a task whose steps repeat the same work. It counts as failing from a failure until the next success.
     *
     * @param name name in the log and in {@code /health/ready}
     */
    public BackgroundTask repeated(String name) {
        return add(new BackgroundTask(name, Duration.ZERO));
    }

    /**
     * Creates a task whose iterations repeat the same work; {@link PeriodicTask#every} starts them. It counts as
     * failing from a failure until the next success.
     *
     * @param name name in the log and in {@code /health/ready}
     */
    public PeriodicTask periodic(String name, Runnable work) {
        return repeated(name).periodic(work);
    }

    /**
     * Creates a task whose steps are independent jobs. It counts as failing for a minute after the last failure of a
     * job.
     *
     * @param name name in the log and in {@code /health/ready}
     */
    public BackgroundTask jobs(String name) {
        return add(new BackgroundTask(name, JOB_FAILURE_COUNTS));
    }

    private BackgroundTask add(BackgroundTask task) {
        tasks.put(task.name(), task);
        return task;
    }

    /** Returns all tasks of this node. */
    Collection<BackgroundTask> all() {
        return tasks.values();
    }

    @Override
    public boolean isNeeded() {
        return false;
    }

    /**
     * Returns the health {@code tasks} with the names of the failing tasks. Everybody can read the result, so it
     * contains no texts of exceptions.
     */
    @Override
    public Health check() {
        var failing = tasks.values().stream()
                .filter(BackgroundTask::isFailing)
                .map(BackgroundTask::name)
                .sorted()
                .toList();
        return new Health("tasks", failing.isEmpty(), out -> {
            out.writeStartObject();
            out.writeArrayFieldStart("failing");
            for (var name : failing) {
                out.writeString(name);
            }
            out.writeEndArray();
            out.writeEndObject();
        });
    }
}
