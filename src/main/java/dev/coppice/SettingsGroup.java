package dev.coppice;

import jakarta.enterprise.inject.Stereotype;
import jakarta.inject.Singleton;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the record with the settings of one feature. Its {@code @Inject} constructor takes a {@link SettingsReader} and
 * declares each setting with name, default, range and meaning; beans inject the record. It is read once, at start.
 */
@Stereotype
@Singleton
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface SettingsGroup {}
