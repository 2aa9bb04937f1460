package dev.coppice.message;

import java.security.SecureRandom;
import java.util.UUID;

/**
 * Generates ids for messages that are sent without an id. They are UUIDs of version 7 (RFC 9562), which sort by
 * creation time.
 */
final class MessageIds {
    private static final SecureRandom RANDOM = new SecureRandom();

    private MessageIds() {}

    /** Returns a new id: a UUID made of the given time, in milliseconds since the epoch, and 74 random bits. */
    static String next(long epochMillis) {
        long random = RANDOM.nextLong();
        long high = epochMillis << 16 | 0x7000 | random >>> 52;
        long low = RANDOM.nextLong() >>> 2 | 0x8000_0000_0000_0000L;
        return new UUID(high, low).toString();
    }
}
