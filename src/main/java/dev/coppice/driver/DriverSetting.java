package dev.coppice.driver;

import java.util.Locale;
import java.util.Optional;

/**
 * Reads the settings of this package. They are read here, because the driver also runs outside of the application,
 * where the configuration of MicroProfile cannot be used. Has no state.
 */
final class DriverSetting {
    private DriverSetting() {}

    /**
     * Returns the value of a setting without white space at its start and end: the system property, otherwise the
     * environment variable, in upper case and with underscores, for example {@code COPPICE_DB_ANSWER_SECONDS}. Returns
     * nothing if the value is blank, or if there is none.
     *
     * @param property for example {@code coppice.db.answer-seconds}
     */
    static Optional<String> read(String property) {
        var variable = property.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
        return Optional.ofNullable(System.getProperty(property))
                .or(() -> Optional.ofNullable(System.getenv(variable)))
                .map(String::strip)
                .filter(value -> !value.isEmpty());
    }
}
