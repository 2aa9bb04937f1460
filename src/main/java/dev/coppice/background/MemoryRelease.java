package dev.coppice.background;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.inject.Inject;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/**
 * Returns unused memory of the JVM to the operating system: twice in the first seconds after startup, and later when the
 * server has been idle for a minute. For this, sets options of the running JVM, so that they apply however the server was
 * started. Does not change an option that was set on the command line. Does nothing on a JVM without these options.
 */
@Singleton
@Startup
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class MemoryRelease {
    private static final Logger LOG = Logger.getLogger(MemoryRelease.class.getName());

    /**
     * JVM options and their values. The two ratios are the minimum and maximum percentage of the heap that may stay
     * reserved but free after a garbage collection. They are lower than the JVM's defaults, 40 and 70, so that free
     * memory is returned sooner. The interval is the time in milliseconds without a garbage collection after which a
     * concurrent one starts; by default the JVM starts none.
     */
    private static final Map<String, String> OPTIONS =
            new TreeMap<>(Map.of("MinHeapFreeRatio", "20", "MaxHeapFreeRatio", "40", "G1PeriodicGCInterval", "60000"));

    private static final String OPTION_BEAN = "com.sun.management:type=HotSpotDiagnostic";
    private static final String COMMAND_BEAN = "com.sun.management:type=DiagnosticCommand";

    /**
     * Delay between the start of the application and the release of the memory that the startup used. After five
     * seconds, startup is over. The release needs a garbage collection, during which the server answers no requests for
     * some tenths of a second.
     */
    private static final Duration DELAY = Duration.ofSeconds(5);

    /**
     * Delay until free memory of the C library is returned once more. The JIT compiler compiles the code of the startup
     * until some seconds after it, and then frees about 20 MB.
     */
    private static final Duration COMPILER_DELAY = Duration.ofSeconds(15);

    @Resource(lookup = ManagedExecutors.TIMERS)
    private ManagedScheduledExecutorService executor;

    @Inject
    private BackgroundTasks background;

    private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();

    @PostConstruct
    void start() {
        // In the order MaxHeapFreeRatio, MinHeapFreeRatio, as the first must not be below the second.
        OPTIONS.forEach(this::setUnlessGiven);
        var task = background.repeated("memory-release");
        task.periodic(this::release).onceAfter(DELAY, executor);
        task.periodic(this::trimNativeHeap).onceAfter(COMPILER_DELAY, executor);
    }

    private void release() {
        System.gc();
        trimNativeHeap();
    }

    private void setUnlessGiven(String option, String value) {
        try {
            var bean = new ObjectName(OPTION_BEAN);
            var current = (CompositeData) invoke(bean, "getVMOption", option);
            if ("DEFAULT".equals(current.get("origin"))) {
                invoke(bean, "setVMOption", option, value);
            }
        } catch (JMException | RuntimeException e) {
            LOG.log(Level.FINE, "This JVM has no option " + option, e);
        }
    }

    /**
     * Lets the C library return its free memory to the operating system. During startup, the compiler and the class
     * loaders have used this memory.
     */
    private void trimNativeHeap() {
        try {
            beans.invoke(new ObjectName(COMMAND_BEAN), "systemTrimNativeHeap", new Object[0], new String[0]);
        } catch (JMException | RuntimeException e) {
            LOG.log(Level.FINE, "This JVM cannot return native memory", e);
        }
    }

    private Object invoke(ObjectName bean, String operation, String... arguments) throws JMException {
        var types = new String[arguments.length];
        Arrays.fill(types, String.class.getName());
        return beans.invoke(bean, operation, arguments, types);
    }
}
