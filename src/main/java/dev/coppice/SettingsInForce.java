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
 * The settings with the values that this node uses: those that the application has read when it started, and those that
 * the application server reads. Contains no secrets. Thread-safe.
 */
@ApplicationScoped
public class SettingsInForce {
    /** Stands for a secret, or for a part of an address that is one. */
    static final String MASK = "***";

    private static final Pattern USER_INFO = Pattern.compile("(?<=//)[^/@\\s]+@");
    private static final Pattern PARAMETER =
            Pattern.compile("(?i)([?&;](?:[\\w.-]*(?:password|secret|token|key|credential))=)[^&;]*");

    private final Map<String, InForce> settings = new ConcurrentHashMap<>();

    /**
     * A setting of this node.
     *
     * @param declared its name, default, range and meaning
     * @param value text of the value that was configured, with secrets masked; null if the default counts
     */
    public record InForce(Declared declared, String value) {
        /** Returns the default; null if there is none, or if the setting is a secret. */
        public String defaultValue() {
            return isSecret(declared) ? null : declared.defaultValue();
        }
    }

    private static boolean isSecret(Declared setting) {
        return setting.values().equals(SettingsReader.SECRET);
    }

    /** Creates an empty collection. */
    public SettingsInForce() {}

    /** Adds the settings of the application server. */
    @Inject
    void addServerSettings(Config config) {
        ServerSettings.DECLARED.forEach(setting -> add(setting, config));
    }

    /** Adds a setting with the value that the configuration has now. */
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

    /** Returns an address without its user name and password, and without parameters that are secret. */
    static String masked(String address) {
        var withoutUser = USER_INFO.matcher(address).replaceAll(MASK + "@");
        return PARAMETER.matcher(withoutUser).replaceAll("$1" + MASK);
    }
}
