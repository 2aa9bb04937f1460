package dev.coppice.background;

import dev.coppice.metrics.MetricSource;
import dev.coppice.metrics.MetricText;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Comparator;

/**
 * Metrics of the background tasks of this node, including the sweep tasks, and of the jobs that wait for a model.
 * Thread-safe.
 */
@ApplicationScoped
public class TaskMetrics implements MetricSource {
    private static final String TASK = "task";

    @Inject
    private BackgroundTasks background;

    @Override
    public void write(MetricText out) {
        var tasks = background.all().stream()
                .sorted(Comparator.comparing(BackgroundTask::name))
                .toList();
        out.counters(
                "coppice_task_runs_total", "Runs of background tasks; a purge, sweep-…, runs only if it has work.");
        tasks.forEach(task -> out.sample(task.runs(), TASK, task.name()));
        out.counters("coppice_task_failures_total", "Failed runs of background tasks.");
        tasks.forEach(task -> out.sample(task.failures(), TASK, task.name()));
        out.gauges("coppice_task_failing", "1 if the background task is failing, as in /health/ready.");
        tasks.forEach(task -> out.sample(task.isFailing() ? 1 : 0, TASK, task.name()));
        out.gauges("coppice_model_jobs_waiting", "Jobs that wait for a model: compactions, summaries and profiles.");
        tasks.forEach(task -> task.waiting().ifPresent(waiting -> out.sample(waiting, TASK, task.name())));
    }
}
