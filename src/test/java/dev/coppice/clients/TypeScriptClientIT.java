package dev.coppice.clients;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.coppice.support.NeedsNode;
import dev.coppice.support.NodeProject;
import dev.coppice.support.Ports;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The client in {@code src/clients/typescript/client}, whose folder {@code test} contains the assertions. */
@ExtendWith(NeedsNode.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TypeScriptClientIT {

    /** Less than the texts of the messages that {@code large.test.mjs} writes and reads. */
    private static final String SMALL_HEAP = "--max-old-space-size=64";

    private static final int PAGE_PORT = Ports.free();
    private static ClientServer server;
    private static NodeProject project;

    @BeforeAll
    static void start() {
        project = NodeProject.at(Path.of("src", "clients", "typescript"));
        project.npm("run", "build");
        server = new ClientServer("typescript-client", "http://127.0.0.1:" + PAGE_PORT);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"api", "faults", "documents", "restarts"})
    void clientWorks(String name) {
        run(name, Map.of());
    }

    /** The last one: it keeps the server's index busy for a while. */
    @Test
    @Order(Integer.MAX_VALUE)
    void largeSessionNeedsLittleMemory() {
        run("large", Map.of("NODE_OPTIONS", SMALL_HEAP));
    }

    @Test
    void pageInABrowserUsesTheClient() {
        assumeTrue(
                NeedsNode.isInstalled("chromium"),
                "chromium is not on the PATH: the client is not tested in a browser");
        run("browser", Map.of("COPPICE_PAGE_PORT", String.valueOf(PAGE_PORT)));
    }

    private static void run(String name, Map<String, String> variables) {
        var environment = new HashMap<>(server.environment());
        environment.putAll(variables);
        var command = new ArrayList<>(List.of("--test-reporter=spec", "client/test/" + name + ".test.mjs"));
        var output = project.node(environment, "--test", command.toArray(String[]::new));
        ClientServer.report(output);
        assertTrue(output.contains("fail 0"), output);
    }
}
