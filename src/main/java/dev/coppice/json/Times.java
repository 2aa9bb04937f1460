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

    /** Matches a time with an offset. Only one T may precede the offset, so that matching takes linear time. */
    private static final Pattern OFFSET = Pattern.compile("[^T]*T[^T]*(Z|z|[+-]\\d\\d(:?\\d\\d)?)");

    private Times() {}

    /**
     * Formats a time in UTC with milliseconds, for example {@code 2026-03-01T12:00:00.000Z}. Returns null if the time
     * is null.
     */
    public static String text(Instant time) {
        return time == null ? null : text((Long) time.toEpochMilli());
    }

    /**
     * Formats milliseconds since the epoch as a time in UTC, for example {@code 2026-03-01T12:00:00.000Z}. Returns null
     * if the argument is null. Several times as fast as a {@link DateTimeFormatter}; the speed matters because every
     * response contains times.
     */
    public static String text(Long epochMillis) {
        if (epochMillis == null) {
            return null;
        }
        var time = LocalDateTime.ofEpochSecond(Math.floorDiv(epochMillis, 1000L), 0, ZoneOffset.UTC);
        if (time.getYear() < 0 || time.getYear() > 9999) {
            return FORMAT.format(Instant.ofEpochMilli(epochMillis));
        }
        var text = new StringBuilder("0000-00-00T00:00:00.000Z");
        write(text, 4, time.getYear());
        write(text, 7, time.getMonthValue());
        write(text, 10, time.getDayOfMonth());
        write(text, 13, time.getHour());
        write(text, 16, time.getMinute());
        write(text, 19, time.getSecond());
        write(text, 23, (int) Math.floorMod(epochMillis, 1000L));
        return text.toString();
    }

    /**
     * Writes the digits of a number into a text that contains zeros. The last digit is written directly before the
     * index {@code end}.
     */
    private static void write(StringBuilder text, int end, int number) {
        for (int at = end - 1, rest = number; rest > 0; at--, rest /= 10) {
            text.setCharAt(at, (char) ('0' + rest % 10));
        }
    }

    /**
     * Parses a date with a time of day in ISO-8601 and returns it in milliseconds since the epoch. A T or a space
     * separates date and time of day. Without an offset, the time is in UTC. Takes time linear in the text's length.
     *
     * @throws DateTimeException if the text is not a date with a time of day, or if a {@code long} cannot hold its
     *     milliseconds
     */
    public static long millis(String time) {
        try {
            return instant(time.replace(' ', 'T')).toEpochMilli();
        } catch (ArithmeticException e) {
            throw new DateTimeException("The time is more than 292 million years away", e);
        }
    }

    private static Instant instant(String time) {
        return OFFSET.matcher(time).matches()
                ? OffsetDateTime.parse(time).toInstant()
                : LocalDateTime.parse(time).toInstant(ZoneOffset.UTC);
    }
}
