package dev.coppice.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Marks a class whose subject is the same on every database: formats, rules, limits, routes, models, tools, the query
 * language. It does not run on H2.
 */
@Tag("database-neutral")
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface DatabaseNeutral {}
