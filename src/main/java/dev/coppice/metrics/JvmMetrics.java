package dev.coppice.metrics;

import jakarta.enterprise.context.ApplicationScoped;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Metrics of the JVM and of its process. The metrics of memory and of the process have the names that most Java
 * programs use for Prometheus.
 */
@ApplicationScoped
public class JvmMetrics implements MetricSource {
    private static final Logger LOG = Logger.getLogger(JvmMetrics.class.getName());
    private static final double MILLIS_PER_SECOND = TimeUnit.SECONDS.toMillis(1);
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    @Override
    public void write(MetricText out) {
        memory(out);
        collections(out);
        threads(out);
        process(out);
    }

    private static void memory(MetricText out) {
        var memory = ManagementFactory.getMemoryMXBean();
        var heap = memory.getHeapMemoryUsage();
        var other = memory.getNonHeapMemoryUsage();
        areas(out.gauges("jvm_memory_used_bytes", "Memory in use."), heap.getUsed(), other.getUsed());
        areas(
                out.gauges("jvm_memory_committed_bytes", "Memory that the JVM has from the operating system."),
                heap.getCommitted(),
                other.getCommitted());
        out.gauges("jvm_memory_max_bytes", "Highest possible size of the heap.");
        out.sample(max(heap), "area", "heap");
        out.gauges("jvm_buffer_pool_used_bytes", "Memory of buffers outside of the heap.");
        for (var pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            out.sample(pool.getMemoryUsed(), "pool", pool.getName());
        }
    }

    private static void areas(MetricText out, long heap, long other) {
        out.sample(heap, "area", "heap").sample(other, "area", "nonheap");
    }

    private static long max(MemoryUsage usage) {
        return usage.getMax() < 0 ? Runtime.getRuntime().maxMemory() : usage.getMax();
    }

    private static void collections(MetricText out) {
        List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
        out.counters("jvm_gc_collections_total", "Garbage collections.");
        collectors.forEach(collector -> out.sample(collector.getCollectionCount(), "gc", collector.getName()));
        out.counters("jvm_gc_collection_seconds_total", "Time of garbage collections.");
        collectors.forEach(
                collector -> out.sample(collector.getCollectionTime() / MILLIS_PER_SECOND, "gc", collector.getName()));
    }

    private static void threads(MetricText out) {
        var threads = ManagementFactory.getThreadMXBean();
        out.gauges("jvm_threads", "Threads.").sample(threads.getThreadCount());
        out.gauges("jvm_threads_peak", "Most threads at a time since the start.")
                .sample(threads.getPeakThreadCount());
        out.gauges("jvm_classes", "Loaded classes.")
                .sample(ManagementFactory.getClassLoadingMXBean().getLoadedClassCount());
    }

    private static void process(MetricText out) {
        out.gauges("process_start_time_seconds", "Start of the process, in seconds since 1970.")
                .sample(ManagementFactory.getRuntimeMXBean().getStartTime() / MILLIS_PER_SECOND);
        var cpu = system("ProcessCpuTime");
        out.counters("process_cpu_seconds_total", "Processor time of the process.");
        cpu.ifPresent(nanos -> out.sample(nanos / NANOS_PER_SECOND));
        out.gauges("process_open_fds", "Open files and sockets.");
        system("OpenFileDescriptorCount").ifPresent(out::sample);
        out.gauges("process_max_fds", "Limit of open files and sockets.");
        system("MaxFileDescriptorCount").ifPresent(out::sample);
    }

    /**
     * Returns an attribute of the operating system's MBean, such as {@code OpenFileDescriptorCount}; empty if this
     * operating system does not have the attribute. Reads it by JMX, because a web application cannot use the classes
     * of the JVM's module {@code jdk.management}.
     */
    private static OptionalLong system(String attribute) {
        try {
            var name = new ObjectName(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME);
            var value = ManagementFactory.getPlatformMBeanServer().getAttribute(name, attribute);
            return OptionalLong.of(((Number) value).longValue());
        } catch (JMException e) {
            LOG.log(Level.FINE, "The system has no " + attribute, e);
            return OptionalLong.empty();
        }
    }
}
