package dev.coppice.docker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The image and the compose file refer to existing files and settings only. */
class DockerTest {

    private static final Pattern SETTING = Pattern.compile("coppice(\\.[a-z-]+)+");

    private final Dockerfile dockerfile = Dockerfile.read();

    @Test
    void copiedFilesExistAndAreNotIgnored() throws IOException {
        var kept = Files.readAllLines(Path.of(".dockerignore")).stream()
                .filter(line -> line.startsWith("!"))
                .map(line -> line.substring(1))
                .toList();
        for (var copy : dockerfile.copies()) {
            if (copy.stage() == null) {
                for (var source : copy.sources()) {
                    assertTrue(Files.exists(Path.of(source)), source);
                    assertTrue(kept.contains(source), source + " is ignored");
                }
            }
        }
    }

    @Test
    void settingsOfImageExist() throws IOException {
        var known = settings();
        for (var variable : dockerfile.environment()) {
            assertTrue(!variable.startsWith("COPPICE_") || known.contains(variable), variable);
        }
    }

    @Test
    void settingsOfComposeFileExist() throws IOException {
        var known = settings();
        var server = map(map(compose(), "services"), "server");
        for (var variable : map(server, "environment").keySet()) {
            assertTrue(known.contains(variable), variable);
        }
    }

    @Test
    void serverRunsUnprivilegedAndReceivesSignals() {
        assertEquals(List.of("coppice"), dockerfile.all("USER").toList());
        var entrypoint = dockerfile.all("ENTRYPOINT").toList();
        assertEquals(1, entrypoint.size());
        assertTrue(entrypoint.get(0).startsWith("[\""), "not in exec form");
        assertTrue(dockerfile.environment().contains("LAUNCH_JBOSS_IN_BACKGROUND"));
    }

    @Test
    void filesContainNoPassword() throws IOException {
        for (var service : map(compose(), "services").values()) {
            map(service, "environment").forEach((name, value) -> {
                if (name.endsWith("PASSWORD") && !name.contains("RANDOM")) {
                    assertTrue(String.valueOf(value).matches("\\$\\{COPPICE_DB_PASSWORD:\\?.*}"), name);
                }
            });
        }
        assertFalse(Files.readString(Path.of("docker/Dockerfile")).contains("PASSWORD"));
    }

    @Test
    void serverWaitsForHealthyAndDurableDatabase() throws IOException {
        var services = map(compose(), "services");
        var waits = map(map(map(services, "server"), "depends_on"), "mariadb");
        assertEquals("service_healthy", waits.get("condition"));
        var mariadb = map(services, "mariadb");
        assertTrue(mariadb.containsKey("healthcheck"));
        var options = new ArrayList<>((List<?>) mariadb.get("command"));
        assertTrue(options.containsAll(List.of(
                "--character-set-server=utf8mb4", "--innodb-flush-log-at-trx-commit=1", "--max-allowed-packet=64M")));
    }

    @Test
    void volumesAreNamed() throws IOException {
        var named = map(compose(), "volumes").keySet();
        for (var service : map(compose(), "services").values()) {
            for (var volume : (List<?>) map(service).get("volumes")) {
                assertTrue(named.contains(volume.toString().split(":")[0]), volume.toString());
            }
        }
    }

    /** The environment variables of all settings: those of Coppice and those of the application server. */
    private static TreeSet<String> settings() throws IOException {
        var names = new TreeSet<String>();
        for (var file : List.of("src/main/java/dev/coppice/Settings.java", "wildfly-config/configure.cli")) {
            SETTING.matcher(Files.readString(Path.of(file)))
                    .results()
                    .map(found -> found.group().toUpperCase(Locale.ROOT).replaceAll("[.-]", "_"))
                    .forEach(names::add);
        }
        return names;
    }

    private static Map<String, Object> compose() throws IOException {
        return map(new Yaml().load(Files.readString(Path.of("docker/compose.yaml"))));
    }

    private static Map<String, Object> map(Map<String, Object> parent, String name) {
        return map(parent.get(name));
    }

    private static Map<String, Object> map(Object parent, String name) {
        return map(map(parent), name);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }
}
