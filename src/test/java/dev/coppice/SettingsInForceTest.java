package dev.coppice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.coppice.SettingsInForce.InForce;
import dev.coppice.context.s3.S3Settings;
import dev.coppice.llm.LlmSettings;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SettingsInForceTest {

    private static Map<String, InForce> read(Map<String, String> values) {
        var config = new TestConfig(values);
        var inForce = new SettingsInForce();
        inForce.addServerSettings(config);
        new Settings(new SettingsReader(config, inForce));
        new LlmSettings(new SettingsReader(config, inForce));
        new S3Settings(new SettingsReader(config, inForce));
        return inForce.all().stream()
                .collect(Collectors.toMap(setting -> setting.declared().name(), setting -> setting));
    }

    @Test
    void configuredSettingHasItsValueAndOthersNone() {
        var settings = read(Map.of("coppice.session.queue", "200", "coppice.http.port", "8081"));
        assertEquals("200", settings.get("coppice.session.queue").value());
        assertEquals("100", settings.get("coppice.session.queue").defaultValue());
        assertEquals("8081", settings.get("coppice.http.port").value());
        assertNull(settings.get("coppice.session.queue-wait").value());
    }

    @Test
    void secretsAreMasked() {
        var secret = "s3cr3t";
        var settings = read(Map.of(
                "coppice.db.password", secret,
                "coppice.llm.api-key", secret,
                "coppice.s3.access-key", secret,
                "coppice.s3.secret-key", secret,
                "coppice.db.url", "jdbc:mariadb://ada:" + secret + "@db/coppice?a=1&password=" + secret));
        assertFalse(settings.toString().contains(secret), settings.toString());
        assertEquals("***", settings.get("coppice.db.password").value());
        assertNull(settings.get("coppice.db.password").defaultValue());
        assertEquals("***", settings.get("coppice.llm.api-key").value());
    }

    @Test
    void addressesKeepTheirHost() {
        assertEquals("https://***@host/v1", SettingsInForce.masked("https://ada:pw@host/v1"));
        assertEquals("jdbc:h2:~/x;PASSWORD=***;A=1", SettingsInForce.masked("jdbc:h2:~/x;PASSWORD=pw;A=1"));
        assertEquals(
                "jdbc:mariadb://h/c?trustStorePassword=***&x=1",
                SettingsInForce.masked("jdbc:mariadb://h/c?trustStorePassword=pw&x=1"));
        assertEquals("PT5S", SettingsInForce.masked("PT5S"));
    }
}
