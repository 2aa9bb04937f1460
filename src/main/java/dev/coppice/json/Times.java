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

    /** Formats a time in UTC with milliseconds; null for null. */
    public static String text(Instant time) {
        return time == null ? null : FORMAT.format(time);
    }

    /** Like {@link #text(Instant)}, for epoch milliseconds. */
    public static String text(Long epochMillis) {
        return epochMillis == null ? null : text(Instant.ofEpochMilli(epochMillis));
    }

    /**
     * Parses a time in ISO-8601 to epoch milliseconds; in UTC if it has no offset, and with T or a space before the time.
     *
     * @throws DateTimeException if the text is not a time
     */
    public static long millis(String time) {
        var text = time.replace(' ', 'T');
        return OFFSET.matcher(text).matches()
                ? OffsetDateTime.parse(text).toInstant().toEpochMilli()
                : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC).toEpochMilli();
    }
}
