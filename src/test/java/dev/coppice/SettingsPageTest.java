package dev.coppice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.SettingsReader.Declared;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Keeps {@code src/docs/settings.md} equal to the settings that the code declares, in the records with
 * {@link SettingsGroup}.
 * To write the page after a change, run {@code mvn test -Dtest=SettingsPageTest -Dcoppice.docs.write=true}.
 */
class SettingsPageTest {
    private static final Path PAGE = Path.of("src/docs/settings.md");
    private static final Path CLASSES = Path.of("target/classes");
    private static final Path SERVER_CONFIGURATION = Path.of("wildfly-config/configure.cli");
    private static final Pattern EXPRESSION = Pattern.compile("\\$\\{(coppice\\.[\\w.-]+):");

    private static final String HEAD =
            """
            # Settings

            Every setting is a system property `coppice.x.y` or an environment variable `COPPICE_X_Y`; hyphens become
            underscores, too: `coppice.db.answer-seconds` is `COPPICE_DB_ANSWER_SECONDS`. Durations are ISO-8601, such as
            `PT10S`; sizes are in bytes. An invalid value fails the deployment with the name of the setting. Limits that
            are no settings: [API](api.md).

            This page is generated from the code (`SettingsPageTest`); do not edit it.

            | setting | default | values | meaning |
            |---|---|---|---|
            """;

    @Test
    void settingsPageMatchesTheCode() throws IOException {
        var page = page();
        if (Boolean.getBoolean("coppice.docs.write")) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, page);
        }
        assertEquals(
                page,
                Files.exists(PAGE) ? Files.readString(PAGE) : "",
                "Run mvn test -Dtest=SettingsPageTest -Dcoppice.docs.write=true to write " + PAGE);
    }

    @Test
    void serverConfigurationUsesOnlyDeclaredSettings() throws IOException {
        var names = declared().stream().map(Declared::name).collect(Collectors.toSet());
        var commands = Files.readAllLines(SERVER_CONFIGURATION).stream()
                .filter(line -> !line.startsWith("#"))
                .collect(Collectors.joining("\n"));
        var used = EXPRESSION.matcher(commands);
        while (used.find()) {
            assertTrue(names.contains(used.group(1)), used.group(1) + " of " + SERVER_CONFIGURATION + " is declared");
        }
    }

    private static String page() throws IOException {
        return declared().stream()
                .sorted(Comparator.comparing(Declared::name))
                .map(SettingsPageTest::row)
                .collect(Collectors.joining("", HEAD, ""));
    }

    private static List<Declared> declared() throws IOException {
        var declared = new ArrayList<>(ServerSettings.DECLARED);
        try (var files = Files.walk(CLASSES)) {
            files.map(file -> CLASSES.relativize(file).toString())
                    .filter(SettingsPageTest::isSettingsGroup)
                    .map(SettingsPageTest::load)
                    .forEach(group -> declared.addAll(declaredBy(group)));
        }
        return declared;
    }

    /** True if the class has the annotation; reads the file, because some classes need a server to be loaded. */
    private static boolean isSettingsGroup(String file) {
        try {
            return file.endsWith(".class")
                    && Files.readString(CLASSES.resolve(file), StandardCharsets.ISO_8859_1)
                            .contains("L" + SettingsGroup.class.getName().replace('.', '/') + ";");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Class<?> load(String file) {
        try {
            return Class.forName(file.replace(".class", "").replace(File.separatorChar, '.'));
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Declared> declaredBy(Class<?> group) {
        try {
            var reader = new SettingsReader(new TestConfig(Map.of()));
            group.getConstructor(SettingsReader.class).newInstance(reader);
            return reader.declared();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(group + " has no public constructor with a SettingsReader", e);
        }
    }

    private static String row(Declared setting) {
        return "| `" + setting.name() + "` | " + defaultOf(setting) + " | " + setting.values() + " | "
                + setting.meaning() + " |\n";
    }

    private static String defaultOf(Declared setting) {
        if (setting.defaultValue() == null) {
            return "none";
        }
        var text = setting.defaultValue().replace(System.getProperty("user.home"), "~");
        return text.contains("`") ? text : "`" + text + "`";
    }
}
