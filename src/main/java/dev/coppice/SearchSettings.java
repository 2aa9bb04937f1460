package dev.coppice;

import java.time.Duration;

/**
 * How late the search index is, and how long a search takes.
 *
 * @param interval for which the index waits for more to take in
 * @param timeout after which a search answers with what it has found so far
 * @param maxWords of a query that are looked for
 * @param catchUp for which a search that must find what was written just before waits for the index, at most
 */
public record SearchSettings(Duration interval, Duration timeout, int maxWords, Duration catchUp) {
    static SearchSettings of(SettingsReader in) {
        return new SearchSettings(
                // Each turn is a commit of Lucene, which costs a sync.
                in.duration("coppice.search.interval", "PT0.5S"),
                // Whoever waits should not wait a second.
                in.duration("coppice.search.timeout", "PT0.5S"),
                // More than a sentence says nothing more, and each costs a list of hits.
                in.number("coppice.search.max-words", 64, 1, 512),
                // Some turns of the index; after that a search looks at what is there.
                in.duration("coppice.search.catch-up", "PT2S"));
    }
}
