package dev.coppice.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Marks a class or a test that does not run on Payara, because it tests WildFly itself, or something that only WildFly can
 * do. {@code mvn verify -Ppayara} leaves it out.
 */
@Tag("wildfly-only")
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@interface WildFlyOnly {
    /** The reason. */
    String value();
}
