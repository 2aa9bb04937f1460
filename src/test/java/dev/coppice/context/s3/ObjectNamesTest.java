package dev.coppice.context.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectNamesTest {

    private final ObjectNames names = new ObjectNames("acme/skills/", null);

    @ParameterizedTest
    @ValueSource(strings = {"review", "a/b", "/a", "a//b", "a..b", "...", ".hidden", "ü ñ", "a%2F..", "a:b"})
    void nameConvertsToKeyAndBack(String key) {
        assertEquals(Optional.of("acme/skills/" + key), names.name(key));
        assertEquals(Optional.of(key), names.key("acme/skills/" + key));
    }

    /** Stores on a file system and proxies would resolve the dot segments. */
    @ParameterizedTest
    @ValueSource(
            strings = {"", "..", ".", "../x", "a/../../x", "a/..", "./x", "..\\x", "a\\..", "a\nb", "\0", "a\u2028b"})
    void invalidKeyHasNoName(String key) {
        assertEquals(Optional.empty(), names.name(key));
        assertEquals(Optional.empty(), names.key("acme/skills/" + key));
    }

    @Test
    void loneSurrogateHasNoName() {
        assertEquals(Optional.empty(), names.name("a\uD83D"));
    }

    @Test
    void dotSegmentsAcrossPrefixAndKeyAreInvalid() {
        assertEquals(Optional.empty(), new ObjectNames("acme/.", null).name("./globex/x"));
        assertEquals(Optional.empty(), new ObjectNames("acme/../globex/", null).name("x"));
        assertEquals(Optional.of("acme/a."), new ObjectNames("acme/a", null).name("."));
    }

    @Test
    void nameLengthIsThatOfS3() {
        assertEquals(Optional.empty(), names.name("ü".repeat(507)));
        assertTrue(names.name("ü".repeat(506)).isPresent());
    }

    @Test
    void onlyAllowedKeysHaveNames() {
        var two = new ObjectNames("acme/", List.of("a", "b"));
        assertEquals(Optional.of("acme/a"), two.name("a"));
        assertEquals(Optional.empty(), two.name("c"));
        assertEquals(Optional.empty(), two.key("acme/c"));
        assertEquals(Optional.empty(), two.key("globex/a"));
    }

    @Test
    void orderIsByUtf8Bytes() {
        var sorted = Stream.of("\uFFFD", "\uD83D\uDE00", "b", "a", "ab", "ä")
                .sorted(ObjectNames.ORDER)
                .toList();
        assertEquals(List.of("a", "ab", "b", "ä", "\uFFFD", "\uD83D\uDE00"), sorted);
    }

    @Test
    void noTenantRootIsAPrefixOfAnother() {
        assertEquals("acme/", settings("{tenant}/").root("acme"));
        assertEquals("x-a%2Fb/", settings("x-{tenant}/").root("a/b"));
        assertEquals("a%252Fb/", settings("{tenant}/").root("a%2Fb"));
        assertEquals("shared/", settings("shared/").root("acme"));
        for (var wrong : List.of("{tenant}", "skills-{tenant}-x/", "shared")) {
            assertThrows(IllegalArgumentException.class, () -> settings(wrong), wrong);
        }
    }

    private static S3Settings settings(String root) {
        return new S3Settings(null, "us-east-1", "b", null, null, false, root, Duration.ofSeconds(5), 1000);
    }
}
