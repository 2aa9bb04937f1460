package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.SharedServer;
import org.junit.jupiter.api.Test;

/** Which build a node runs. */
class VersionIT extends Contract {
    @Test
    void versionNamesBuildServerAndDatabase() {
        var version = api().get("/v1/version").send().expect(200);
        assertTrue(version.at("/commit").matches("unknown|[0-9a-f]{12}(-modified)?"), version.text());
        assertTrue(version.at("/builtAt").endsWith("Z"), version.text());
        assertTrue(
                version.at("/server").contains("WildFly")
                        || !version.at("/server").isBlank(),
                version.text());
        assertEquals(SharedServer.server().database().product(), version.at("/database"));
    }

    @Test
    void versionNeedsAToken() {
        api().as(null).get("/v1/version").send().problem(401, "unauthenticated");
    }
}
