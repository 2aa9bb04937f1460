package dev.coppice.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.Yaml;

/**
 * Specmatic, which generates requests from an OpenAPI document: valid ones, and ones with a member that is missing, null
 * or of another type. Its jar comes with the npm package in {@code src/test/clients/specmatic}.
 */
public final class Specmatic {
    /** Variants of one request body, each with every member changed in turn. More of them leave no time for all routes. */
    private static final String COMBINATIONS = "1";

    /** Time after which no more requests are generated. */
    private static final String SECONDS = "300";

    private Specmatic() {}

    /**
     * Sends requests to a base URL for at most five minutes and returns what Specmatic prints. Specmatic judges the
     * responses, too; this class ignores its verdict. It reaches this machine only.
     */
    public static String run(byte[] document, URI base) {
        var home = NodeProject.named("specmatic").home().toAbsolutePath();
        try {
            Files.writeString(home.resolve("openapi.yaml"), withoutExamples(document));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var environment = Map.of("SPECMATIC_GENERATIVE_TESTS", "true", "MAX_TEST_REQUEST_COMBINATIONS", COMBINATIONS);
        var command = List.of(
                "timeout",
                SECONDS,
                java,
                "-Xmx1g",
                // A proxy that refuses connections: other machines are out of reach.
                "-Dhttp.proxyHost=127.0.0.1",
                "-Dhttp.proxyPort=9",
                "-Dhttps.proxyHost=127.0.0.1",
                "-Dhttps.proxyPort=9",
                "-Dhttp.nonProxyHosts=localhost|127.*",
                "-jar",
                home.resolve("node_modules/specmatic/specmatic.jar").toString(),
                "test",
                "--testBaseURL=" + base,
                "--timeout-in-ms=20000",
                "openapi.yaml");
        return Command.run(home, environment, command).output();
    }

    /** Specmatic sends no request if it takes an example for one of another alternative of {@code anyOf}. */
    private static String withoutExamples(byte[] document) {
        var yaml = new Yaml();
        Object root = yaml.load(new String(document, StandardCharsets.UTF_8));
        removeExamples(root);
        return yaml.dump(root);
    }

    private static void removeExamples(Object node) {
        if (node instanceof Map<?, ?> map) {
            if (map.containsKey("schema")) {
                map.remove("example");
                map.remove("examples");
            }
            map.values().forEach(Specmatic::removeExamples);
        } else if (node instanceof List<?> list) {
            list.forEach(Specmatic::removeExamples);
        }
    }
}
