package dev.coppice.access;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The last uses of bearer tokens on this node that are not written to the database yet. Requests only note them here;
 * {@link TokenUseWriter} writes them. Thread-safe.
 */
@ApplicationScoped
public class TokenUses {
    private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();

    /** Time of the last use of each token on each day, in milliseconds since the epoch. */
    private final Map<TokenDay, Long> uses = new ConcurrentHashMap<>();

    /**
     * A token and a day (UTC). The order is by token, so that two nodes that write uses lock the rows in the same
     * order.
     *
     * @param token database id of the token
     * @param start begin of the day, in milliseconds since the epoch
     */
    public record TokenDay(long token, long start) implements Comparable<TokenDay> {
        private static final Comparator<TokenDay> ORDER =
                Comparator.comparingLong(TokenDay::token).thenComparingLong(TokenDay::start);

        @Override
        public int compareTo(TokenDay other) {
            return ORDER.compare(this, other);
        }
    }

    /**
     * Notes the use of a token.
     *
     * @param token database id of the token
     * @param at time of the use, in milliseconds since the epoch
     */
    void record(long token, long at) {
        uses.put(new TokenDay(token, at - Math.floorMod(at, DAY_MILLIS)), at);
    }

    /**
     * Returns the last uses of each token on each day that are not in the database yet, as times in milliseconds since
     * the epoch.
     */
    SortedMap<TokenDay, Long> unwritten() {
        return new TreeMap<>(uses);
    }

    /**
     * Returns those of {@link #unwritten} that are uses of one token.
     *
     * @param token database id of the token
     */
    SortedMap<TokenDay, Long> unwritten(long token) {
        return unwritten().subMap(new TokenDay(token, 0), new TokenDay(token + 1, 0));
    }

    /**
     * Forgets uses that were written to the database, except those on days on which the token was used again meanwhile.
     *
     * @param written times in milliseconds since the epoch
     */
    void written(Map<TokenDay, Long> written) {
        written.forEach(uses::remove);
    }
}
