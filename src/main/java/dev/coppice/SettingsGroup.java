package dev.coppice;

import jakarta.enterprise.inject.Stereotype;
import jakarta.inject.Singleton;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a record that contains the settings of one feature. The record's {@code @Inject} constructor takes a
 * {@link SettingsReader} and declares each setting with its name, default, range and meaning. Other beans inject the
 * record. It is created once, when the application starts.
 */
@Stereotype
@Singleton
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface SettingsGroup {}
