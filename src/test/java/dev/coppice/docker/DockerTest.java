package dev.coppice.docker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.ServerScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/** The image and the compose files: rules that need no container engine. */
class DockerTest {
    private static final String ONE_NODE = "compose.yaml";
    private static final String POSTGRESQL = "compose-postgresql.yaml";
    private static final String NODES = "compose-nodes.yaml";
    private static final Pattern SETTING = Pattern.compile("(?m)^\\| `(coppice\\.[a-z0-9.-]+)`");
    private static final Pattern PINNED = Pattern.compile("[\\w./-]+:[\\w.-]+@sha256:[0-9a-f]{64}");

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
    void baseImagesAreNamedByDigest() {
        for (var from : dockerfile.all("FROM").toList()) {
            assertTrue(PINNED.matcher(from).find(), from);
        }
    }

    @Test
    void settingsOfImageExist() throws IOException {
        assertAreSettings(dockerfile.variables().keySet());
    }

    @Test
    void serverRunsUnprivilegedAndReceivesSignals() {
        assertEquals(List.of("10001:10001"), dockerfile.all("USER").toList());
        assertEquals(
                List.of("[\"/opt/coppice/bin/coppice\", \"run\"]"),
                dockerfile.all("ENTRYPOINT").toList());
    }

    /** Except for the size of the heap, which depends on the container's memory. */
    @Test
    void imageHasTheOptionsOfTheJvmThatTheScriptSets() {
        var options = List.of(dockerfile.variables().get("JAVA_OPTS").split(" "));
        for (var option : ServerScript.jvmOptions()) {
            assertTrue(option.matches("-Xm[sx].*") || options.contains(option), option);
        }
    }

    /** The build in the image has no history, from which it would take the commit that GET /v1/version returns. */
    @Test
    void commitIsAnArgumentOfTheBuild() throws IOException {
        assertEquals(List.of("COMMIT"), dockerfile.all("ARG").toList());
        var steps = dockerfile.instructions();
        var maven = steps.stream()
                .filter(step -> step.contains(" mvn "))
                .findFirst()
                .orElseThrow();
        assertTrue(steps.indexOf("ARG COMMIT") < steps.indexOf(maven));
        assertTrue(Files.readString(Path.of("wildfly-config/build.bsh")).contains("environment(\"COMMIT\""));
        for (var file : List.of(ONE_NODE, POSTGRESQL, NODES)) {
            assertTrue(Files.readString(Path.of("docker", file)).contains("COMMIT: ${COMMIT:-}"), file);
        }
    }

    @Test
    void healthCheckAsksWhetherTheServerLives() {
        var check = dockerfile.all("HEALTHCHECK").findFirst().orElseThrow();
        assertTrue(check.contains("/health/live"), check);
    }

    @Test
    void imageContainsNoPassword() throws IOException {
        assertFalse(Files.readString(Path.of("docker/Dockerfile")).contains("PASSWORD"));
    }

    @ParameterizedTest
    @ValueSource(strings = {ONE_NODE, POSTGRESQL, NODES})
    void settingsOfComposeFileExistAndHoldNoSecret(String file) throws IOException {
        for (var service : map(compose(file), "services").values()) {
            var variables = map(service).containsKey("environment") ? map(service, "environment") : Map.of();
            var names = new TreeSet<String>();
            variables.keySet().forEach(name -> names.add(name.toString()));
            assertAreSettings(names);
            for (var name : names) {
                if (name.contains("PASSWORD") && !name.contains("RANDOM")) {
                    assertTrue(name.endsWith("_FILE"), name);
                    assertEquals("/run/secrets/db-password", variables.get(name));
                    assertEquals(List.of("db-password"), map(service).get("secrets"));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {ONE_NODE, POSTGRESQL, NODES})
    void everyServiceIsConfined(String file) throws IOException {
        map(compose(file), "services").forEach((name, value) -> {
            var service = map(value);
            assertEquals(List.of("ALL"), service.get("cap_drop"), name);
            assertEquals(List.of("no-new-privileges:true"), service.get("security_opt"), name);
            assertEquals(true, service.get("read_only"), name);
            assertTrue(service.containsKey("mem_limit"), name);
            assertTrue(service.containsKey("tmpfs"), name);
            assertTrue(service.containsKey("healthcheck") || "coppice".equals(service.get("image")), name);
            var image = service.get("image").toString();
            assertTrue(image.equals("coppice") || PINNED.matcher(image).matches(), image);
            if (image.equals("coppice")) {
                assertEquals("1536m", service.get("mem_limit"), name);
                assertEquals("45s", service.get("stop_grace_period"), name);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {ONE_NODE, POSTGRESQL, NODES})
    void serversWaitForAHealthyDatabase(String file) throws IOException {
        var services = map(compose(file), "services");
        assertTrue(map(services, "database").containsKey("healthcheck"));
        services.forEach((name, service) -> {
            if ("coppice".equals(map(service).get("image"))) {
                map(service, "depends_on")
                        .values()
                        .forEach(condition ->
                                assertEquals("service_healthy", map(condition).get("condition"), name));
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {ONE_NODE, NODES})
    void mariaDbIsDurable(String file) throws IOException {
        var options = (List<?>) map(map(compose(file), "services"), "database").get("command");
        assertTrue(options.containsAll(List.of(
                "--character-set-server=utf8mb4", "--innodb-flush-log-at-trx-commit=1", "--max-allowed-packet=64M")));
    }

    @Test
    void nodesHaveTheirOwnNameAndData() throws IOException {
        var services = map(compose(NODES), "services");
        for (var node : List.of("node-1", "node-2")) {
            assertEquals(node, map(map(services, node), "environment").get("COPPICE_NODE"));
            assertEquals(
                    List.of(node.replace("node", "data") + ":/var/lib/coppice"),
                    map(services, node).get("volumes"));
        }
        var proxy = Files.readString(Path.of("docker/nginx.conf"));
        assertTrue(proxy.contains("server node-1:8080") && proxy.contains("server node-2:8080"), proxy);
    }

    /** The first three rules are tried by {@code ProxyTest}, where nginx is installed. */
    @Test
    void proxyPassesBusyAnswersOnAndFindsNodesThatWereCreatedAnew() throws IOException {
        var proxy = Files.readAllLines(Path.of("docker/nginx.conf")).stream()
                .map(String::strip)
                .filter(line -> !line.startsWith("#"))
                .toList();
        assertTrue(proxy.contains("proxy_next_upstream error timeout;"), "a 503 does not count as a failure of a node");
        assertTrue(proxy.contains("error_page 502 504 = $unavailable;"));
        assertTrue(proxy.contains("add_header Retry-After 1 always;"));
        assertTrue(proxy.contains("resolver 127.0.0.11 valid=5s;"));
        assertTrue(proxy.stream().anyMatch(line -> line.startsWith("zone ")), "resolve needs a zone");
        for (var server :
                proxy.stream().filter(line -> line.startsWith("server node-")).toList()) {
            assertTrue(server.contains(" resolve "), server);
        }
        assertTrue(
                map(map(compose(NODES), "services"), "proxy")
                        .get("image")
                        .toString()
                        .contains(":1.28-"),
                "resolve needs nginx 1.27.3");
    }

    @ParameterizedTest
    @ValueSource(strings = {ONE_NODE, POSTGRESQL, NODES})
    void volumesAreNamedOrFilesOfThisDirectory(String file) throws IOException {
        var named = map(compose(file), "volumes").keySet();
        for (var service : map(compose(file), "services").values()) {
            for (var volume : (List<?>) map(service).get("volumes")) {
                var source = volume.toString().split(":")[0];
                assertTrue(named.contains(source) || Files.exists(Path.of("docker", source)), volume.toString());
            }
        }
    }

    private static void assertAreSettings(Set<String> variables) throws IOException {
        var known = new TreeSet<String>();
        SETTING.matcher(Files.readString(Path.of("src/docs/settings.md")))
                .results()
                .map(found -> found.group(1).toUpperCase(Locale.ROOT).replaceAll("[.-]", "_"))
                .forEach(known::add);
        for (var variable : variables) {
            assertTrue(!variable.startsWith("COPPICE_") || known.contains(variable), variable);
        }
    }

    private static Map<String, Object> compose(String file) throws IOException {
        return map(new Yaml().load(Files.readString(Path.of("docker", file))));
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
