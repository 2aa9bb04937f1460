package dev.coppice;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigValue;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.eclipse.microprofile.config.spi.Converter;

/** Configuration of a test: texts, also converted to numbers and flags. */
public final class TestConfig implements Config {
    private final Map<String, String> values;

    public TestConfig(Map<String, String> values) {
        this.values = values;
    }

    @Override
    public <T> T getValue(String name, Class<T> type) {
        return getOptionalValue(name, type).orElseThrow();
    }

    @Override
    public <T> Optional<T> getOptionalValue(String name, Class<T> type) {
        return Optional.ofNullable(values.get(name)).map(text -> type.cast(converted(text, type)));
    }

    private static Object converted(String text, Class<?> type) {
        if (type == Integer.class) {
            return Integer.valueOf(text);
        }
        return type == Boolean.class ? (Object) Boolean.valueOf(text) : text;
    }

    @Override
    public ConfigValue getConfigValue(String name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Iterable<String> getPropertyNames() {
        return values.keySet();
    }

    @Override
    public Iterable<ConfigSource> getConfigSources() {
        return List.of();
    }

    @Override
    public <T> Optional<Converter<T>> getConverter(Class<T> type) {
        return Optional.empty();
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        throw new UnsupportedOperationException();
    }
}
