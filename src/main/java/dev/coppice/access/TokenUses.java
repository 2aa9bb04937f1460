package dev.coppice.access;

import dev.coppice.db.DatabaseClock;
import jakarta.enterprise.context.ApplicationScoped;
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
    /** Time of the last use in milliseconds since the epoch, by the database id of the token. */
    private final Map<Long, Long> uses = new ConcurrentHashMap<>();

    /**
     * Notes that a token was used now.
     *
     * @param token database id of the token
     */
    void record(long token) {
        uses.put(token, DatabaseClock.now());
    }

    /**
     * Returns the times of the uses that are not in the database yet, in milliseconds since the epoch, by the database
     * id of the token.
     */
    SortedMap<Long, Long> unwritten() {
        return new TreeMap<>(uses);
    }

    /**
     * Forgets uses that were written to the database, except the uses of tokens that were used again meanwhile.
     *
     * @param written times in milliseconds since the epoch, by the database id of the token
     */
    void written(Map<Long, Long> written) {
        written.forEach(uses::remove);
    }
}
