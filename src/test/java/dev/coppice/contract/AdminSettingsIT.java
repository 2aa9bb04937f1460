package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.coppice.support.Json;
import dev.coppice.support.SharedServer;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The settings in force, for administrators. */
@DatabaseNeutral
class AdminSettingsIT extends Contract {

    private static final String SETTINGS = "/v1/admin/settings";

    private static Map<String, JsonNode> settings() {
        var byName = new HashMap<String, JsonNode>();
        api().get(SETTINGS)
                .send()
                .expect(200)
                .json()
                .path("items")
                .forEach(item -> byName.put(Json.text(item.path("name")), item));
        return byName;
    }

    @Test
    void settingsOfFeaturesAndOfServerAreListedWithTheirValues() {
        var settings = settings();
        assertEquals("PT0.5S", Json.text(settings.get("coppice.sweep.interval").path("value")));
        assertEquals("PT2S", Json.text(settings.get("coppice.sweep.interval").path("default")));
        assertEquals(
                String.valueOf(SharedServer.server().httpPort()),
                Json.text(settings.get("coppice.http.port").path("value")));
        assertNotNull(settings.get("coppice.feed.heartbeat"), "the settings of all features were read");
        assertEquals(null, Json.text(settings.get("coppice.feed.heartbeat").path("value")));
    }

    @Test
    void secretsAreMasked() {
        var settings = settings();
        assertEquals("***", Json.text(settings.get("coppice.s3.secret-key").path("value")));
        assertEquals("***", Json.text(settings.get("coppice.s3.access-key").path("value")));
        assertEquals(null, Json.text(settings.get("coppice.db.password").path("default")));
    }

    @Test
    void onlyAdministratorsOfTheDefaultTenantReadSettings() {
        var tenant = unique("t");
        api().as(token(tenant, "admin")).get(SETTINGS).send().problem(403, "forbidden");
        api().as(token("default", "write")).get(SETTINGS).send().problem(403, "forbidden");
    }
}
