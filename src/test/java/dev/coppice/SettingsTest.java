package dev.coppice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsTest {
    @Test
    void everySettingIsDocumented() throws IOException {
        var given = new TestConfig(Map.of());
        new Settings(given);
        var rows = Files.readAllLines(Path.of("src/docs/settings.md")).stream()
                .filter(line -> line.startsWith("| `coppice."))
                .toList();
        for (var name : given.asked) {
            var cell = "`" + name + "`";
            assertTrue(
                    rows.stream().anyMatch(row -> row.split("\\|")[1].contains(cell)),
                    name + " has a row in the table of settings");
        }
    }

    @Test
    void whatIsSetIsTakenAndTheRestHasDefaults() {
        var settings = new Settings(
                new TestConfig(Map.of("coppice.context.max-bytes", "2000000", "coppice.session.queue-wait", "PT1S")));
        assertEquals(2_000_000, settings.context().maxBytes());
        assertEquals(12_000_000, settings.contextBodyMaxBytes());
        assertEquals(Duration.ofSeconds(1), settings.queueWait());
        assertEquals(4 << 20, settings.messageMaxBytes());
    }

    @Test
    void aNumberOutOfRangeIsRefusedByItsName() {
        refused("coppice.message.max-bytes", "1023");
        refused("coppice.state.max-items", "1000001");
        refused("coppice.search.max-words", "0");
        refused("coppice.feed.max-streams", "-1");
    }

    @Test
    void whatIsNoTimeIsRefusedByItsName() {
        for (var value : List.of("PT0S", "PT-1S", "5", "soon")) {
            refused("coppice.sweep.interval", value);
            refused("coppice.profile.lease", value);
        }
    }

    @Test
    void whatIsNoAddressOfAStoreIsRefusedByItsName() {
        for (var value : List.of("127.0.0.1:9000", "ftp://127.0.0.1", "http://a b")) {
            refused("coppice.s3.endpoint", value);
        }
    }

    @Test
    void aBodyHoldsAMessage() {
        refused("coppice.body.max-bytes", "4000000");
    }

    private static void refused(String name, String value) {
        var given = new TestConfig(Map.of(name, value));
        var failure = assertThrows(IllegalArgumentException.class, () -> new Settings(given), name + "=" + value);
        assertTrue(failure.getMessage().contains(name), failure.getMessage());
    }
}
