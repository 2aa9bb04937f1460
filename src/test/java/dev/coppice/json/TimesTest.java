package dev.coppice.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TimesTest {
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    @Test
    void textIsThatOfTheFormatter() {
        var random = new SplittableRandom(7);
        random.longs(20_000, -99_999_999_999_999L, 999_999_999_999_999L)
                .forEach(time -> assertEquals(FORMAT.format(Instant.ofEpochMilli(time)), Times.text((Long) time)));
    }

    @Test
    void textOfNullIsNull() {
        assertNull(Times.text((Long) null));
        assertNull(Times.text((Instant) null));
    }

    @Test
    void textHasMilliseconds() {
        assertEquals("2026-03-01T12:00:00.000Z", Times.text(Instant.parse("2026-03-01T12:00:00.000999Z")));
        assertEquals("1970-01-01T00:00:00.000Z", Times.text(0L));
        assertEquals("1969-12-31T23:59:59.999Z", Times.text(-1L));
    }
}
