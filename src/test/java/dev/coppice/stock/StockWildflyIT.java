package dev.coppice.stock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.StockWildfly;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** WildFly as it is distributed, set up by the commands of the documentation. */
class StockWildflyIT {
    private static final Path HOME = Path.of(System.getProperty("jboss.home"));
    private static final Path OTHER = Path.of("target", "it", "stock");

    /** Leaves {@code standalone.xml} behind as the contract tests need it: configured, without the WAR. */
    @Test
    void commandsOfThePageSetUpStandaloneXmlAndCanBeRepeated() throws IOException {
        try (var server = StockWildfly.install(HOME)) {
            server.start("standalone.xml");
            setUp(server);
            server.configure().orFail();
            server.restart();
            server.deploy().orFail();
            assertTrue(server.ready().contains("\"status\":\"UP\""), server::output);
            server.undeploy();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"standalone-full.xml"})
    void commandsOfThePageSetUpOtherConfigurations(String configuration) throws IOException {
        try (var server = StockWildfly.install(OTHER)) {
            server.start(configuration);
            server.addExample();
            setUp(server);
            beanOfTheExtensionIsCalled(server.api());
        }
    }

    private static void setUp(StockWildfly server) throws IOException {
        server.configure().orFail();
        server.restart();
        // Not 404, which would tell a client that its session does not exist.
        var early = server.get("/v1/sessions/s");
        assertEquals(503, early.statusCode(), early.body());
        assertTrue(early.headers().firstValue("Retry-After").isPresent(), early.headers()::toString);
        server.deploy().orFail();
        assertTrue(server.ready().contains("\"status\":\"UP\""), server::output);
        var api = server.api();
        assertEquals(201, api.put("/v1/sessions/{}", "s").json("{}").send().status());
        assertTrue(server.output().contains("Coppice listens on http://127.0.0.1:"), server::output);
    }

    /** The module {@code dev.coppice.boot} adds the operator's jars to the WAR on this server, too. */
    private static void beanOfTheExtensionIsCalled(Api api) {
        var agent = "{\"context\":[{\"label\":\"words\",\"provider\":{\"type\":\"bean\",\"name\":\"glossary\"}}]}";
        api.put("/v1/agents/{}", "forester").json(agent).send().expect(201);
        api.put("/v1/sessions/{}", "extended")
                .json("{\"agent\":\"forester\"}")
                .send()
                .expect(201);
        var block = api.get("/v1/sessions/{}/context/{}", "extended", "words").send();
        assertEquals("- coppice\n- standard\n- stool", block.expect(200).at("/content"));
    }

    @Test
    void configurationWithoutEjbIsRefused() {
        try (var server = StockWildfly.install(OTHER)) {
            server.start("standalone-microprofile.xml");
            var refused = server.configure();
            assertNotEquals(0, refused.status());
            assertTrue(
                    refused.output()
                            .contains("Coppice cannot run with this configuration of the server: it has no subsystem"
                                    + " ejb3. Start the server with standalone.xml or standalone-full.xml"),
                    refused.output());
        }
    }
}
