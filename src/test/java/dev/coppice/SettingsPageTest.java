package dev.coppice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.SettingsReader.Declared;
import java.io.File;
import java.io.IOException;
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
 * Keeps {@code src/docs/settings.md} equal to the settings that the code declares. The records are named {@code *Settings}.
 * To write the page after a change, run {@code mvn test -Dtest=SettingsPageTest -Dcoppice.docs.write=true}.
 */
class SettingsPageTest {
    private static final Path PAGE = Path.of("src/docs/settings.md");
    private static final Path CLASSES = Path.of("target/classes");
    private static final Path SERVER_CONFIGURATION = Path.of("wildfly-config/configure.cli");
    private static final Pattern EXPRESSION = Pattern.compile("\\$\\{(coppice\\.[\\w.-]+):");

    /** Settings that the application server reads before Coppice starts. */
    private static final List<Declared> OF_THE_SERVER = List.of(
            new Declared(
                    "coppice.db.url",
                    "H2 in `coppice.data`",
                    "JDBC URL",
                    "Database: a `jdbc:h2:`, `jdbc:mariadb:` or `jdbc:postgresql:` URL. The driver follows the URL."),
            new Declared("coppice.db.user", "coppice", "text", "User of the database."),
            new Declared("coppice.db.password", "coppice", "text", "Password of the database."),
            new Declared(
                    "coppice.db.connections",
                    "32",
                    "number",
                    "Database connections of a node: at most so many for transactions, and as many for reads without one."
                            + " A session with many writers needs one of them."),
            new Declared(
                    "coppice.http.host",
                    "127.0.0.1",
                    "address",
                    "Address to listen on. Only this machine can connect" + " to the default."),
            new Declared("coppice.http.port", "8080", "number", "Port of the API."),
            new Declared(
                    "coppice.http.threads",
                    "256",
                    "number",
                    "Threads for requests; more than the writers that may wait for one session"
                            + " (`coppice.session.queue`)."),
            new Declared("coppice.management.port", "9990", "number", "Port of WildFly's management, on loopback."),
            new Declared(
                    "coppice.node",
                    "coppice",
                    "text",
                    "Name of the node in the transaction log; different for each node on a database."));

    private static final String HEAD =
            """
            # Settings

            Every setting is a system property `coppice.x.y` or an environment variable `COPPICE_X_Y`. Durations are
            ISO-8601, such as `PT10S`; sizes are in bytes. An invalid value fails the deployment with the name of the
            setting. Limits that are no settings: [API](api.md).

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
        var declared = new ArrayList<>(OF_THE_SERVER);
        try (var files = Files.walk(CLASSES)) {
            files.map(file -> CLASSES.relativize(file).toString())
                    .filter(name -> name.endsWith("Settings.class"))
                    .map(SettingsPageTest::load)
                    .filter(type -> type.isAnnotationPresent(SettingsGroup.class))
                    .forEach(group -> declared.addAll(declaredBy(group)));
        }
        return declared;
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
