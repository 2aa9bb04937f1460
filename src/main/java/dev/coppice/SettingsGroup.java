package dev.coppice;

import jakarta.enterprise.inject.Stereotype;
import jakarta.inject.Singleton;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the record with the settings of one feature. The {@code @Inject} constructor of the record takes a
 * {@link SettingsReader} and declares each setting with its name, default, range and meaning. Beans inject the record,
 * which is created once, when the application starts.
 */
@Stereotype
@Singleton
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface SettingsGroup {}
