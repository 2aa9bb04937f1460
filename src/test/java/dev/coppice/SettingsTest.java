package dev.coppice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.context.ContextSettings;
import dev.coppice.context.s3.S3Settings;
import dev.coppice.feed.FeedSettings;
import dev.coppice.http.SlowClientSettings;
import dev.coppice.memory.MemorySettings;
import dev.coppice.openai.OpenAiSettings;
import dev.coppice.search.SearchSettings;
import dev.coppice.state.StateSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class SettingsTest {
    @Test
    void absentSettingsHaveDefaults() {
        var given =
                new TestConfig(Map.of("coppice.context.max-bytes", "2000000", "coppice.session.queue-wait", "PT1S"));
        var settings = new Settings(new SettingsReader(given));
        var context = new ContextSettings(new SettingsReader(given));
        assertEquals(2_000_000, context.maxBytes());
        assertEquals(12_000_000, context.bodyMaxBytes(settings));
        assertEquals(Duration.ofSeconds(1), settings.queueWait());
        assertEquals(4 << 20, settings.messageMaxBytes());
    }

    @Test
    void numberOutOfRangeIsRefusedByName() {
        refused(Settings::new, "coppice.message.max-bytes", "1023");
        refused(StateSettings::new, "coppice.state.max-items", "1000001");
        refused(SearchSettings::new, "coppice.search.max-words", "0");
        refused(FeedSettings::new, "coppice.feed.max-streams", "-1");
        refused(SlowClientSettings::new, "coppice.http.client-rate", "0");
    }

    @Test
    void flagThatIsNeitherTrueNorFalseIsRefusedByName() {
        refused(OpenAiSettings::new, "coppice.openai.strict", "ture");
        for (var value : List.of("true", "YES", "on", "1")) {
            var given = new TestConfig(Map.of("coppice.openai.strict", value));
            assertTrue(new OpenAiSettings(new SettingsReader(given)).strict(), value);
        }
    }

    @Test
    void invalidDurationIsRefusedByName() {
        for (var value : List.of("PT0S", "PT-1S", "5", "soon", "P36526D", "PT9223372036854775807S")) {
            refused(Settings::new, "coppice.sweep.interval", value);
            refused(MemorySettings::new, "coppice.profile.lease", value);
            refused(SlowClientSettings::new, "coppice.http.client-wait", value);
        }
    }

    @Test
    void invalidStoreAddressIsRefusedByName() {
        for (var value : List.of("127.0.0.1:9000", "ftp://127.0.0.1", "http://a b")) {
            refused(S3Settings::new, "coppice.s3.endpoint", value);
        }
    }

    @Test
    void bodyLimitBelowMessageLimitIsRefused() {
        refused(Settings::new, "coppice.body.max-bytes", "4000000");
    }

    private static void refused(Function<SettingsReader, ?> group, String name, String value) {
        var given = new SettingsReader(new TestConfig(Map.of(name, value)));
        var failure = assertThrows(IllegalArgumentException.class, () -> group.apply(given), name + "=" + value);
        assertTrue(failure.getMessage().contains(name), failure.getMessage());
    }
}
