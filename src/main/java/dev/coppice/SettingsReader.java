package dev.coppice;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import org.eclipse.microprofile.config.Config;

/** Reads settings by their names. One that is not set has its default; one that cannot be is refused by its name. */
final class SettingsReader {
    private final Config config;

    SettingsReader(Config config) {
        this.config = config;
    }

    String text(String name, String value) {
        return config.getOptionalValue(name, String.class).orElse(value);
    }

    /** What stands in the file that a setting names, or null: a secret that an orchestrator mounts. */
    String content(String name) {
        var file = text(name, null);
        try {
            return file == null ? null : Files.readString(Path.of(file)).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be read", e);
        }
    }

    boolean flag(String name, boolean value) {
        return config.getOptionalValue(name, Boolean.class).orElse(value);
    }

    int number(String name, int value, int min, int max) {
        int number = config.getOptionalValue(name, Integer.class).orElse(value);
        if (number < min || number > max) {
            throw new IllegalArgumentException(name + " must be between " + min + " and " + max);
        }
        return number;
    }

    /** Longer than nothing. */
    Duration duration(String name, String value) {
        try {
            var duration = Duration.parse(text(name, value));
            if (duration.isNegative() || duration.isZero()) {
                throw noDuration(name, value);
            }
            return duration;
        } catch (DateTimeParseException e) {
            throw noDuration(name, value);
        }
    }

    private static IllegalArgumentException noDuration(String name, String value) {
        return new IllegalArgumentException(name + " must be a positive ISO-8601 duration such as " + value);
    }
}
