package dev.coppice.clients;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.coppice.support.Command;
import dev.coppice.support.NeedsNode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The client in {@code src/clients/python}, whose folder {@code tests} contains the assertions. */
class PythonClientIT {

    private static final Path HOME = Path.of("src", "clients", "python").toAbsolutePath();
    private static ClientServer server;

    @BeforeAll
    static void start() {
        assumeTrue(
                NeedsNode.isInstalled("python3"),
                "python3 is not on the PATH: the client in Python is not tested. Install Python 3.9 or later.");
        server = new ClientServer("python-client", "");
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"test_api", "test_faults", "test_agents", "test_documents", "test_restarts", "test_large"})
    void clientWorks(String module) {
        var environment = new HashMap<>(server.environment());
        environment.putAll(Map.of(
                "PYTHONPATH", HOME.resolve("src") + ":" + HOME.resolve("tests"), "PYTHONDONTWRITEBYTECODE", "1"));
        var folder = Path.of("target", "it", "python-client");
        var command = List.of("python3", "-m", "unittest", "-v", module);
        ClientServer.report(
                Command.run(folder.toAbsolutePath(), environment, command).orFail());
    }
}
