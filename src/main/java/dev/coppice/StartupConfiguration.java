package dev.coppice;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads the few settings that are needed before the application's beans exist, when Hibernate starts. Payara has no
 * MicroProfile Config for an application at that time, so that {@link SettingsReader} cannot be used. The value of the
 * setting {@code coppice.x.y} is that of the system property of this name or of the environment variable
 * {@code COPPICE_X_Y}.
 */
public final class StartupConfiguration {
    private StartupConfiguration() {}

    /** Returns the value of a setting. Empty if the setting is absent or empty. */
    public static Optional<String> value(String name) {
        var property = System.getProperty(name);
        var value = property == null
                ? System.getenv(name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_'))
                : property;
        return Optional.ofNullable(value).filter(text -> !text.isEmpty());
    }

    /**
     * Returns the data directory: the value of the setting {@code coppice.data}. Without this setting, it is
     * {@code .coppice} in the home directory of the server's operating system user.
     */
    public static Path data() {
        return Path.of(value("coppice.data").orElseGet(() -> System.getProperty("user.home") + "/.coppice"));
    }
}
