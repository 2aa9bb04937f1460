package dev.coppice.jwt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.Problem;
import dev.coppice.SettingsReader;
import dev.coppice.TestConfig;
import dev.coppice.support.OpenIdProvider;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When keys are fetched, at given times: pause 10 s, refresh 5 min, maximum age 1 h. */
class ProviderKeysTest {
    private final OpenIdProvider provider = new OpenIdProvider().ec("a");
    private final AtomicLong now =
            new AtomicLong(Long.MAX_VALUE - Duration.ofMinutes(1).toNanos());
    private ProviderKeys keys;

    @BeforeEach
    void createCache() {
        var settings = new OauthSettings(new SettingsReader(new TestConfig(Map.of(
                "coppice.oauth.issuer",
                provider.issuer(),
                "coppice.oauth.audience",
                "coppice",
                "coppice.oauth.timeout",
                "PT30S"))));
        keys = new ProviderKeys(settings, new KeySource(settings), now::get);
    }

    @AfterEach
    void stopProvider() {
        provider.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:/etc/hosts", "keys", "jar:file:/x.jar!/keys"})
    void keysWithoutHttpAreUnavailable(String url) {
        provider.nameKeys(url);
        assertEquals(
                Problem.Code.KEYS_UNAVAILABLE,
                assertThrows(Problem.class, () -> knows("a")).code());
    }

    private boolean knows(String id) {
        return keys.find(id, Algorithm.ES256).isPresent();
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Test
    void keysAreFetchedOnce() {
        for (int i = 0; i < 10; i++) {
            assertTrue(knows("a"));
        }
        assertEquals(1, provider.fetches());
    }

    @Test
    void unknownKeyCausesOneFetchPerPause() {
        assertTrue(knows("a"));
        provider.ec("b");
        for (int i = 0; i < 10; i++) {
            assertFalse(knows("b"));
        }
        assertEquals(1, provider.fetches());
        pass(Duration.ofSeconds(11));
        assertTrue(knows("b"));
        assertEquals(2, provider.fetches());
        for (int i = 0; i < 10; i++) {
            assertFalse(knows("c"));
        }
        assertEquals(2, provider.fetches());
    }

    @Test
    void withdrawnKeyIsRefusedAfterTheRefresh() {
        assertTrue(knows("a"));
        provider.withdraw("a");
        provider.ec("b");
        pass(Duration.ofMinutes(4));
        assertTrue(knows("a"));
        pass(Duration.ofMinutes(2));
        assertFalse(knows("a"));
    }

    @Test
    void keysAreUsedForAWhileWithoutProvider() {
        assertTrue(knows("a"));
        provider.answerWith(500);
        pass(Duration.ofMinutes(59));
        assertTrue(knows("a"));
        pass(Duration.ofMinutes(2));
        assertEquals(503, assertThrows(Problem.class, () -> knows("a")).code().status());
        provider.answerWith(200);
        pass(Duration.ofSeconds(11));
        assertTrue(knows("a"));
    }

    @Test
    void redirectIsNotFollowed() {
        provider.answerWith(302);
        assertThrows(Problem.class, () -> knows("a"));
    }
}
