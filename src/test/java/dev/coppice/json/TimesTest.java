package dev.coppice.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.coppice.support.CpuTime;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @CsvSource({
        "1970-01-01T00:00:01Z,1000",
        "1970-01-01T00:00:01.5z,1500",
        "1970-01-01T01:00:01+01:00,1000",
        "1970-01-01T01:00:01+01,1000",
        "1969-12-31T22:30:01-01:30,1000",
        "1970-01-01T00:00:01,1000",
        "1970-01-01 00:00:01Z,1000",
        "1970-01-01T00:00,0",
        "-0001-01-01T00:00:00Z,-62198755200000",
        "+292278994-08-17T07:12:55.807Z,9223372036854775807"
    })
    void millisOfATime(String time, long millis) {
        assertEquals(millis, Times.millis(time));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "T",
                "1970-01-01",
                "1970-01-01T00:00:01T00:00:01Z",
                "1970-01-01TTZ",
                "1970-13-01T00:00:01Z",
                "1970-01-01T00:00:01+19:00",
                "+292278994-08-17T07:12:55.808Z",
                "+999999999-12-31T23:59:59Z",
                "-999999999-01-01T00:00:00"
            })
    void otherTextIsNoTime(String text) {
        assertThrows(DateTimeException.class, () -> Times.millis(text));
    }

    @Test
    void longTextIsRefusedInLinearTime() {
        for (var part : List.of("T", " ", "+00", "TZ")) {
            CpuTime.assertAtMost(Duration.ofSeconds(10), () -> otherTextIsNoTime(part.repeat(1_000_000)), part);
        }
    }
}
