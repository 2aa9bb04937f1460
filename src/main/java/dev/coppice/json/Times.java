package dev.coppice.json;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

/** Formats and parses times in ISO-8601. */
public final class Times {
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private static final Pattern OFFSET = Pattern.compile(".*T.*(Z|z|[+-]\\d\\d(:?\\d\\d)?)");

    private Times() {}

    /** Formats a time in UTC with milliseconds, for example {@code 2026-03-01T12:00:00.000Z}; null for null. */
    public static String text(Instant time) {
        return time == null ? null : FORMAT.format(time);
    }

    /**
     * Formats milliseconds since the epoch as time in UTC, for example {@code 2026-03-01T12:00:00.000Z}; null for null.
     */
    public static String text(Long epochMillis) {
        return epochMillis == null ? null : text(Instant.ofEpochMilli(epochMillis));
    }

    /**
     * Parses a date with a time of day in ISO-8601 and returns it in milliseconds since the epoch. Date and time of day
     * are separated by T or a space; without an offset the time is in UTC.
     *
     * @throws DateTimeException if the text is not a date with a time of day
     */
    public static long millis(String time) {
        var text = time.replace(' ', 'T');
        return OFFSET.matcher(text).matches()
                ? OffsetDateTime.parse(text).toInstant().toEpochMilli()
                : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC).toEpochMilli();
    }
}
