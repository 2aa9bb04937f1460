package dev.coppice.json;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

/** Times in ISO-8601: in answers UTC with milliseconds. */
public final class Times {
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private static final Pattern OFFSET = Pattern.compile(".*T.*(Z|z|[+-]\\d\\d(:?\\d\\d)?)");

    private Times() {}

    /** The text of a time; null for null. */
    public static String text(Instant time) {
        return time == null ? null : FORMAT.format(time);
    }

    public static String text(Long epochMillis) {
        return epochMillis == null ? null : text(Instant.ofEpochMilli(epochMillis));
    }

    /**
     * Epoch milliseconds of a time in ISO-8601, in UTC when it names no offset; a blank may stand for the T.
     *
     * @throws DateTimeException when it is none
     */
    public static long millis(String time) {
        var text = time.replace(' ', 'T');
        return OFFSET.matcher(text).matches()
                ? OffsetDateTime.parse(text).toInstant().toEpochMilli()
                : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC).toEpochMilli();
    }
}
