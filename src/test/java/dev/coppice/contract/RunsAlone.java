package dev.coppice.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Marks a class or a test that must not run beside others on its server: it races against itself, reads whole tables or
 * the whole index, or stops servers. Such tests run in the executions {@code h2-alone}, {@code mariadb-alone} and
 * {@code postgresql-alone}, in three queues at the same time: those of the shared server, those of
 * {@link dev.coppice.support.TestServers}, and those that start servers of their own, each one after the other. Beside
 * these queues run those that {@link #mostlyWaits mostly wait}. All other classes share the server, six at a time.
 */
@Tag("alone")
@ResourceLock(providers = ServerLocks.class)
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@interface RunsAlone {
    /** The reason. */
    String value();

    /** True if the class starts the servers that it uses, so that it needs to wait for no other one's. */
    boolean ownServer() default false;

    /** True if such a class waits for most of its time: it then also runs beside the others with servers of their own. */
    boolean mostlyWaits() default false;
}
