package dev.coppice.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Specmatic, which generates requests from an OpenAPI document: valid ones, and ones with a member that is missing, null
 * or of another type. Its jar comes with the npm package in {@code src/test/clients/specmatic}.
 */
public final class Specmatic {
    /** Variants of one request body, each with every member changed in turn. */
    private static final String COMBINATIONS = "1";

    /** Longest time of one run in seconds; the largest one takes one minute on an idle machine. */
    private static final String SECONDS = "900";

    private Specmatic() {}

    /**
     * Sends requests to a base URL, to each operation of the document and with each of its parameters, and returns what
     * Specmatic prints. Specmatic judges the responses, too; this class ignores its verdict. It reaches this machine only.
     */
    public static String run(byte[] document, URI base) {
        var output = new StringBuilder();
        for (var part : DocumentParts.of(document)) {
            output.append(runPart(part, base)).append('\n');
        }
        return output.toString();
    }

    private static String runPart(String document, URI base) {
        var home = NodeProject.named("specmatic").home().toAbsolutePath();
        try {
            Files.writeString(home.resolve("openapi.yaml"), document);
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
}
