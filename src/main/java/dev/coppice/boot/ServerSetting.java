package dev.coppice.boot;

import java.util.Locale;
import java.util.Optional;

/** Reads settings outside of the WAR, where the application's own reader of settings does not exist. Pure. */
final class ServerSetting {
    private ServerSetting() {}

    /**
     * Returns the value of a setting: the system property of this name, for example {@code coppice.log.format}, or the
     * environment variable {@code COPPICE_LOG_FORMAT}. Empty if neither exists or the value is blank.
     */
    static Optional<String> of(String name) {
        var variable = name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
        return Optional.ofNullable(System.getProperty(name))
                .or(() -> Optional.ofNullable(System.getenv(variable)))
                .filter(value -> !value.isBlank());
    }
}
