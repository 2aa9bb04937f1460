package dev.coppice.driver;

import java.util.Locale;
import java.util.Optional;

/**
 * Reads the settings of this package. The driver also runs outside of the application, where the application's settings
 * cannot be read with MicroProfile Config. Has no state.
 */
final class DriverSetting {
    private DriverSetting() {}

    /**
     * Returns the value of a setting, without white space at its start and end. The value is that of the system
     * property or, without such a property, that of the environment variable, for example
     * {@code COPPICE_DB_ANSWER_SECONDS}. Empty if neither exists or the value is blank.
     *
     * @param property name of the system property, for example {@code coppice.db.answer-seconds}
     */
    static Optional<String> read(String property) {
        var variable = property.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
        return Optional.ofNullable(System.getProperty(property))
                .or(() -> Optional.ofNullable(System.getenv(variable)))
                .map(String::strip)
                .filter(value -> !value.isEmpty());
    }
}
