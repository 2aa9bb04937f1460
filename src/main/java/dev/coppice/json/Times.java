package dev.coppice.json;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Times as they stand in answers: ISO-8601, UTC, milliseconds. */
public final class Times {
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private Times() {}

    /** The text of a time; null for null. */
    public static String text(Instant time) {
        return time == null ? null : FORMAT.format(time);
    }

    public static String text(Long epochMillis) {
        return epochMillis == null ? null : text(Instant.ofEpochMilli(epochMillis));
    }
}
