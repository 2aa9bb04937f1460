package dev.coppice.search;

import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import jakarta.inject.Inject;
import java.time.Duration;

/**
 * Limits of a search.
 *
 * @param timeout maximum time of a search; after it, the search returns the hits found so far
 * @param maxWords maximum number of words of a query that are searched for; further words are ignored. A prefix counts
 *     as several words; see {@link QueryTerms#of}.
 * @param catchUp maximum time that a search waits until the index contains everything that was committed before the
 *     search; after it, the search uses the index as it is. The searches that wait are those with {@code wait=true},
 *     those for past messages ({@link Searches#past}), and those for block entries.
 */
@SettingsGroup
public record SearchSettings(Duration timeout, int maxWords, Duration catchUp) {
    @Inject
    public SearchSettings(SettingsReader in) {
        this(
                in.duration(
                        "coppice.search.timeout",
                        "PT0.5S",
                        "Time after which a search answers with the hits found so far, `timedOut` and a cursor. A user"
                                + " should not wait a second."),
                in.number(
                        "coppice.search.max-words",
                        64,
                        1,
                        512,
                        "Words of a query that are searched for. More than a sentence finds nothing better, and each"
                                + " word costs a list of hits."),
                in.duration(
                        "coppice.search.catch-up",
                        "PT2S",
                        "Longest wait of a search with `wait=true`, and of the model's searches, until the index contains"
                                + " all earlier writes; after that it searches without them. Usually tens of"
                                + " milliseconds are enough; a model's user should not wait longer than two seconds."));
    }
}
