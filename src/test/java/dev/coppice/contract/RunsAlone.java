package dev.coppice.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Marks a class or a test that must not run beside others: it measures time or memory, races against itself, reads whole tables or the
 * whole index, or stops servers. Such tests run one after the other in the executions {@code h2-alone},
 * {@code mariadb-alone} and {@code postgresql-alone}; all others share the server, three at a time.
 */
@Tag("alone")
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@interface RunsAlone {
    /** The reason. */
    String value();
}
