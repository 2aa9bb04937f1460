package dev.coppice.background;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The background tasks of this node. Also the health check that names the failing ones. No request needs a background
 * task, and another node would not take over this node's tasks, so a failing task does not make the server unready.
 */
@ApplicationScoped
public class BackgroundTasks implements HealthCheck {
    /** Time for which the failure of a job is shown: several times the interval at which monitoring asks. */
    private static final Duration JOB_FAILURE_COUNTS = Duration.ofMinutes(1);

    private final Map<String, BackgroundTask> tasks = new ConcurrentHashMap<>();

    /** Creates a task that repeats the same work: it is failing until the work succeeds. */
    public BackgroundTask repeated(String name) {
        return add(new BackgroundTask(name, Duration.ZERO));
    }

    /** Creates a task that repeats the same work by a timer. */
    public PeriodicTask periodic(String name, Runnable work) {
        return repeated(name).periodic(work);
    }

    /** Creates a task of independent jobs. It counts as failing until a minute after the last failure of a job. */
    public BackgroundTask jobs(String name) {
        return add(new BackgroundTask(name, JOB_FAILURE_COUNTS));
    }

    private BackgroundTask add(BackgroundTask task) {
        tasks.put(task.name(), task);
        return task;
    }

    @Override
    public boolean isNeeded() {
        return false;
    }

    /**
     * Returns the health with the names of the failing tasks, but without their exceptions, because the health is
     * public.
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
