package dev.coppice.support;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.function.Executable;

/**
 * Bounds the CPU time of work whose cost must be linear. Quadratic cost takes minutes, so the bounds are generous. The
 * time on the clock is not compared, because other tests and other programs use the processors, too.
 */
public final class CpuTime {
    private CpuTime() {}

    /**
     * Runs the work on this thread and fails if the thread used more CPU time than the limit.
     *
     * @param what shown in the failure, for example the name of a file
     */
    public static void assertAtMost(Duration limit, Executable work, String what) {
        var used = of(work);
        assertTrue(used.compareTo(limit) <= 0, () -> what + ": CPU time " + used + " exceeds " + limit);
    }

    /** As {@link #assertAtMost(Duration, Executable, String)}, without a name. */
    public static void assertAtMost(Duration limit, Executable work) {
        assertAtMost(limit, work, "work");
    }

    private static Duration of(Executable work) {
        var threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        try {
            work.execute();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        return Duration.ofNanos(threads.getCurrentThreadCpuTime() - before);
    }
}
