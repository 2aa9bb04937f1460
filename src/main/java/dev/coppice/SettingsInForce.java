package dev.coppice;

import dev.coppice.SettingsReader.Declared;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;

/**
 * The settings with the values that this node uses: the settings of the application and those of the application
 * server. Secret values are masked. Thread-safe.
 */
@ApplicationScoped
public class SettingsInForce {
    /** Text that replaces a secret value, or the secret part of a URL. */
    static final String MASK = "***";

    private static final Pattern USER_INFO = Pattern.compile("(?<=//)[^/@\\s]+@");
    private static final Pattern PARAMETER =
            Pattern.compile("(?i)([?&;](?:[\\w.-]*(?:password|secret|token|key|credential))=)[^&;]*");

    private final Map<String, InForce> settings = new ConcurrentHashMap<>();

    /**
     * A setting of this node.
     *
     * @param declared its name, default, range and meaning
     * @param value the configured value as text, with secrets masked; null if the setting is not configured, so that
     *     its default applies
     */
    public record InForce(Declared declared, String value) {
        /** Returns the default as text; null if there is no default, or if the setting is a secret. */
        public String defaultValue() {
            return isSecret(declared) ? null : declared.defaultValue();
        }
    }

    private static boolean isSecret(Declared setting) {
        return setting.values().equals(SettingsReader.SECRET);
    }

    /** Creates a list without settings. */
    public SettingsInForce() {}

    /** Adds the settings that the application server reads. The container calls this method. */
    @Inject
    void addServerSettings(Config config) {
        ServerSettings.DECLARED.forEach(setting -> add(setting, config));
    }

    /** Adds a setting with its current value in the configuration. */
    public void add(Declared setting, Config config) {
        var value = config.getOptionalValue(setting.name(), String.class)
                .map(text -> isSecret(setting) ? MASK : masked(text))
                .orElse(null);
        settings.put(setting.name(), new InForce(setting, value));
    }

    /** Returns all settings, sorted by name. */
    public List<InForce> all() {
        return settings.values().stream()
                .sorted(Comparator.comparing(setting -> setting.declared().name()))
                .toList();
    }

    /**
     * Returns a URL with {@link #MASK} in place of its user name and password, and of the values of secret parameters.
     * Any other text is returned unchanged.
     */
    static String masked(String address) {
        var withoutUser = USER_INFO.matcher(address).replaceAll(MASK + "@");
        return PARAMETER.matcher(withoutUser).replaceAll("$1" + MASK);
    }
}
