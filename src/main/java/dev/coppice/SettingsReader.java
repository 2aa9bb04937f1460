package dev.coppice;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eclipse.microprofile.config.Config;

/**
 * Reads settings by name. The value of the setting {@code coppice.x.y} is that of the system property of this name or
 * of the environment variable {@code COPPICE_X_Y}. If neither is set, the setting has its default. If a value is
 * invalid, a method throws an {@code IllegalArgumentException} with the name of the setting. The reader also records
 * the declaration of each setting that it reads. The page {@code settings.md} is generated from these declarations. Not
 * thread-safe.
 */
@Dependent
public class SettingsReader {
    /**
     * The declaration of a setting, as {@code settings.md} shows it.
     *
     * @param name name of the setting
     * @param defaultValue text of the default, or null for none
     * @param values kind and range of the values
     * @param meaning what the setting is, and why it has this default
     */
    public record Declared(String name, String defaultValue, String values, String meaning) {}

    /** The text in {@link Declared#values} that marks a setting as a secret, such as a password. */
    static final String SECRET = "secret text";

    /** Longest duration: a hundred years, so that its nanoseconds fit into a {@code long}. */
    private static final Duration LONGEST = Duration.ofDays(36_525);

    private final Config config;
    private final SettingsInForce inForce;
    private final List<Declared> declared = new ArrayList<>();

    @Inject
    public SettingsReader(Config config, SettingsInForce inForce) {
        this.config = config;
        this.inForce = inForce;
    }

    /**
     * Creates a reader of a configuration that is not the one of the running application, for example in a test. The
     * settings that it reads do not appear in the list of settings in force.
     */
    public SettingsReader(Config config) {
        this(config, new SettingsInForce());
    }

    private void declare(String name, String defaultValue, String values, String meaning) {
        var setting = new Declared(name, defaultValue, values, meaning);
        declared.add(setting);
        inForce.add(setting, config);
    }

    /** Returns the declarations of all settings that were read so far, in the order of reading. */
    public List<Declared> declared() {
        return List.copyOf(declared);
    }

    /**
     * Reads a setting whose value is any text. Returns {@code defaultValue}, which may be null, if the setting is
     * absent or empty.
     */
    public String text(String name, String defaultValue, String meaning) {
        declare(name, defaultValue, "text", meaning);
        return value(name, defaultValue);
    }

    /**
     * Reads a setting whose value is secret, such as a password: no response, log line or page contains the value.
     * Returns {@code otherwise}, which may be null, if the setting is absent or empty.
     */
    public String secret(String name, String otherwise, String meaning) {
        declare(name, null, SECRET, meaning);
        return value(name, otherwise);
    }

    private String value(String name, String defaultValue) {
        return config.getOptionalValue(name, String.class).orElse(defaultValue);
    }

    /**
     * Reads a setting whose value is the path of a file, and returns the content of this file without white space at
     * its start and end. Returns null if the setting is absent or empty. Used for secrets, which orchestrators provide
     * as files. Throws {@code UncheckedIOException} if the file cannot be read.
     */
    public String fileContent(String name, String meaning) {
        declare(name, null, "path of a file", meaning);
        var file = value(name, null);
        try {
            return file == null ? null : Files.readString(Path.of(file)).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("The file of " + name + " cannot be read", e);
        }
    }

    /**
     * Reads a setting that is {@code true} or {@code false}. {@code 1}, {@code yes} and {@code on} count as true,
     * {@code 0}, {@code no} and {@code off} as false, in any case. Throws {@code IllegalArgumentException} for any
     * other value.
     */
    public boolean flag(String name, boolean defaultValue, String meaning) {
        declare(name, String.valueOf(defaultValue), "`true` or `false`", meaning);
        return switch (value(name, String.valueOf(defaultValue)).toLowerCase(Locale.ROOT)) {
            case "true", "1", "yes", "on" -> true;
            case "false", "0", "no", "off" -> false;
            default -> throw new IllegalArgumentException(name + " must be true or false");
        };
    }

    /**
     * Reads a setting that is a whole number. Throws {@code IllegalArgumentException} unless it is from {@code min} to
     * {@code max}, both included.
     */
    public int number(String name, int defaultValue, int min, int max, String meaning) {
        declare(name, String.valueOf(defaultValue), min + " to " + max, meaning);
        int number = config.getOptionalValue(name, Integer.class).orElse(defaultValue);
        if (number < min || number > max) {
            throw new IllegalArgumentException(name + " must be between " + min + " and " + max);
        }
        return number;
    }

    /**
     * Reads a setting that is a number of bytes, which may be more than an {@code int} holds. Throws
     * {@code IllegalArgumentException} unless it is from {@code min} to {@code max}, both included.
     */
    public long size(String name, long defaultValue, long min, long max, String meaning) {
        declare(name, String.valueOf(defaultValue), min + " to " + max, meaning);
        long size = config.getOptionalValue(name, Long.class).orElse(defaultValue);
        if (size < min || size > max) {
            throw new IllegalArgumentException(name + " must be between " + min + " and " + max);
        }
        return size;
    }

    /**
     * Reads a setting that is a duration in ISO-8601, such as {@code PT5S}. Throws {@code IllegalArgumentException}
     * unless it is greater than zero and at most a hundred years.
     */
    public Duration duration(String name, String defaultValue, String meaning) {
        declare(name, defaultValue, "duration", meaning);
        try {
            var duration = Duration.parse(value(name, defaultValue));
            if (duration.isNegative() || duration.isZero() || duration.compareTo(LONGEST) > 0) {
                throw notADuration(name, defaultValue);
            }
            return duration;
        } catch (DateTimeParseException e) {
            throw notADuration(name, defaultValue);
        }
    }

    private static IllegalArgumentException notADuration(String name, String example) {
        return new IllegalArgumentException(
                name + " must be a positive ISO-8601 duration of at most a hundred years, such as " + example);
    }
}
