package dev.coppice.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.lists;
import static org.quicktheories.generators.SourceDSL.strings;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests the keys of entries that are written without a key. */
class EntryKeysTest {
    /** Two texts without letters and digits that have the same hash. */
    private static final String ONE = "\u8448\u5437\u6EFA\u9C01";

    private static final String OTHER = "\u6B12\u5AFF\u6137\u90E4";

    private static BlockEntry entry(String key, String title, String content) {
        return new BlockEntry(key, title, null, content);
    }

    private static Optional<BlockEntry> nothing(String key) {
        return Optional.empty();
    }

    /** Stores an entry in the same way as a provider, and returns its key. */
    private static String write(Map<String, BlockEntry> store, String title, String content) {
        var key = EntryKeys.choose(title, content, k -> Optional.ofNullable(store.get(k)));
        store.put(key, entry(key, title, content));
        return key;
    }

    @Test
    void titleBecomesASlug() {
        assertEquals("coffee-order", EntryKeys.of("Coffee Order", "anything"));
        assertEquals("c-3-po", EntryKeys.of("  ?? C-3...PO !! ", "anything"));
        assertEquals("caf-cr-me", EntryKeys.of("Café Crème", "anything"));
        assertEquals("kelvin", EntryKeys.of("\u212Aelvin", "anything"), "the sign of Kelvin has a small k");
    }

    @Test
    void slugIsMadeOfTheFirstSixtyUnits() {
        assertEquals("a".repeat(60), EntryKeys.of("a".repeat(60) + "b", "anything"));
        assertEquals("a".repeat(59), EntryKeys.of("a".repeat(59) + " b", "anything"));
        assertEquals("a".repeat(59), EntryKeys.of("a".repeat(59) + "\uD83D\uDE00b", "anything"));
    }

    @Test
    void titleWithoutLettersOrDigitsIsHashed() {
        assertEquals("entry-" + EntryKeys.hash("東京"), EntryKeys.of("東京", "anything"));
        assertNotEquals(EntryKeys.of("東京", "x"), EntryKeys.of("京都", "x"));
    }

    @Test
    void keyWithoutTitleIsSlugAndHashOfTheContent() {
        var content = "Likes coffee. " + "x".repeat(100);
        var key = "likes-coffee-" + "x".repeat(46) + "-" + EntryKeys.hash(content);
        assertEquals(key, EntryKeys.of(null, content));
        for (var blank : Set.of("", " ", "\t\n", "\u00A0", "\uFEFF", "\u3000")) {
            assertEquals(key, EntryKeys.of(blank, content));
        }
        assertEquals("entry-" + EntryKeys.hash("東京"), EntryKeys.of(null, "東京"));
        assertEquals("entry-" + EntryKeys.hash(""), EntryKeys.of(null, ""));
    }

    /** The expected values are those of the published FNV-1a function, in base 36. */
    @Test
    void hashIsFnv1aOverUtf16Units() {
        assertEquals(Long.toString(0x811C9DC5L, 36), EntryKeys.hash(""));
        assertEquals(Long.toString(0xE40C292CL, 36), EntryKeys.hash("a"));
        assertEquals(Long.toString(0xBF9CF968L, 36), EntryKeys.hash("foobar"));
        var accent = (0x811C9DC5L ^ 0x6771) * 0x01000193L & 0xFFFFFFFFL;
        assertEquals(Long.toString(accent, 36), EntryKeys.hash("東"), "a unit is taken as one number, not as bytes");
    }

    @Test
    void sameTitleReplacesTheEntry() {
        var store = new HashMap<String, BlockEntry>();
        assertEquals("coffee", write(store, "Coffee", "black"));
        assertEquals("coffee", write(store, "coffee!", "with milk"));
        var tokyo = write(store, "東京", "large");
        assertEquals(tokyo, write(store, "東京", "very large"));
        assertEquals(2, store.size());
    }

    @Test
    void sameTruncatedTitleReplacesTheEntry() {
        var title = " " + "京".repeat(300);
        var key = EntryKeys.of(title, "x");
        assertEquals(key, EntryKeys.choose(title, "y", k -> Optional.of(entry(k, "京".repeat(255), "x"))));
    }

    @Test
    void sameContentRemainsOneEntry() {
        var store = new HashMap<String, BlockEntry>();
        assertEquals(write(store, null, "black"), write(store, " ", "black"));
        assertEquals(1, store.size());
    }

    @Test
    void hashCollisionOfContentsAddsASuffix() {
        var store = new HashMap<String, BlockEntry>();
        var key = write(store, null, ONE);
        assertEquals(key, EntryKeys.of(null, OTHER), "made for this test");
        assertEquals(key + "-2", write(store, null, OTHER));
        assertEquals(key + "-2", write(store, null, OTHER));
        assertEquals(key, write(store, null, ONE));
        assertEquals(2, store.size());
    }

    @Test
    void hashCollisionOfTitlesAddsASuffix() {
        var store = new HashMap<String, BlockEntry>();
        var key = write(store, ONE, "one");
        assertEquals(key + "-2", write(store, OTHER, "two"));
        assertEquals(key, write(store, ONE, "three"));
        assertEquals("three", store.get(key).content());
    }

    @Test
    void firstFreeSuffixIsUsed() {
        assertEquals("k", EntryKeys.free("k", "text", Set.of("k-2")::contains));
        assertEquals("k-4", EntryKeys.free("k", "text", Set.of("k", "k-2", "k-3", "k-5")::contains));
    }

    /** An attacker can create thousands of contents with the same hash. Each of them costs at most ten queries. */
    @Test
    void intendedCollisionsCostAtMostTenQueries() {
        var looks = new AtomicInteger();
        var key = EntryKeys.free("k", "text", taken -> looks.incrementAndGet() > 0);
        assertEquals(9, looks.get());
        assertTrue(key.matches("k-[a-z0-9]{40,}"), key);
        assertEquals(key, EntryKeys.free("k", "text", taken -> true));
        assertNotEquals(key, EntryKeys.free("k", "other", taken -> true));
    }

    @Test
    void keysAreSlugs() {
        qt().forAll(
                        strings().allPossible().ofLengthBetween(0, 100),
                        strings().allPossible().ofLengthBetween(0, 100))
                .checkAssert((title, content) -> {
                    var key = EntryKeys.choose(title, content, EntryKeysTest::nothing);
                    assertTrue(key.matches("[a-z0-9]+(-[a-z0-9]+)*") && key.length() <= 68, key);
                    assertEquals(key, EntryKeys.of(title, content));
                });
    }

    @Test
    void differentContentsWithoutTitleNeverReplaceEachOther() {
        var contents = lists().of(strings().betweenCodePoints('a', 'c').ofLengthBetween(0, 3))
                .ofSizeBetween(0, 30);
        qt().forAll(contents).checkAssert(written -> {
            var store = new HashMap<String, BlockEntry>();
            written.forEach(content -> write(store, null, content));
            assertEquals(
                    Set.copyOf(written),
                    store.values().stream().map(BlockEntry::content).collect(java.util.stream.Collectors.toSet()));
            assertEquals(Set.copyOf(written).size(), store.size());
        });
    }
}
