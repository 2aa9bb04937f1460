package dev.coppice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocomoTest {

    private static final String FILE =
            """
            [{"qa": [{"question": "?", "answer": 2022, "evidence": ["D1:1"]}],
              "conversation": {
                "speaker_a": "Ida", "speaker_b": "Bo",
                "session_10_date_time": "12:05 am on 1 January, 2024",
                "session_10": [{"speaker": "Ida", "dia_id": "D10:1", "text": "Late."}],
                "session_2_date_time": "1:56 pm on 8 May, 2023",
                "session_2": [
                  {"speaker": "Bo", "dia_id": "D2:1", "text": "Look!", "img_url": ["http://a.example/1.jpg"],
                   "blip_caption": "a red kite", "query": "kite", "re-download": true},
                  {"speaker": "Ida", "dia_id": "D2:2", "text": "\\"Oh\\""}],
                "session_11_date_time": "5:00 pm on 2 January, 2024"},
              "observation": {"session_2": {"Ida": [["flies", "D2:2"]]}},
              "sample_id": "conv-1"}]
            """;

    private final List<LoadedMessage> turns = new ArrayList<>();

    private void read(String file) throws IOException {
        Locomo.read(new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)), turns::add);
    }

    @Test
    void sittingBecomesSessionAndConversationItsUser() throws IOException {
        read(FILE);
        assertEquals(
                List.of("conv-1-session_2", "conv-1-session_2", "conv-1-session_10"),
                turns.stream().map(LoadedMessage::sessionId).toList());
        assertEquals(
                List.of("conv-1"),
                turns.stream().map(LoadedMessage::userId).distinct().toList());
        assertEquals("conv-1-session_2, D2:2", turns.get(1).place());
    }

    @Test
    void turnBecomesMessage() throws IOException {
        read(FILE);
        assertEquals(
                "{\"id\":\"D2:1\",\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",\"text\":\"Look!\"},"
                        + "{\"type\":\"text\",\"text\":\"[image: a red kite]\"}],"
                        + "\"createdAt\":\"2023-05-08T13:56:00.000Z\",\"metadata\":{\"speaker\":\"Bo\","
                        + "\"img_url\":[\"http://a.example/1.jpg\"],\"query\":\"kite\"}}",
                new String(turns.get(0).message(), StandardCharsets.UTF_8));
        assertEquals(
                "{\"id\":\"D2:2\",\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\"\\\"Oh\\\"\"}],"
                        + "\"createdAt\":\"2023-05-08T13:56:00.000Z\",\"metadata\":{\"speaker\":\"Ida\"}}",
                new String(turns.get(1).message(), StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    12:05 am on 1 January, 2024   | 2024-01-01T00:05:00.000Z
                    12:30 pm on 29 February, 2024 | 2024-02-29T12:30:00.000Z
                    9:07 AM on 22 October, 2022   | 2022-10-22T09:07:00.000Z
                    """)
    void dateIsReadAsUtc(String said, String instant) {
        assertEquals(instant, LocomoTurn.instant(said, "here"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    1:56 pm on 8 May, 2023 | yesterday | conv-1-session_2: a date like 1:56 pm on 8 May, 2023 was expected, not yesterday
                    session_2_date_time    | other     | conv-1-session_2: the sitting has no date
                    sample_id              | other     | conversation 1: sample_id, speaker_a or the sittings are missing
                    "dia_id": "D2:2",      |           | conversation 1, session_2: a turn without dia_id
                    """)
    void whatIsMissingIsNamed(String part, String instead, String message) {
        var broken = FILE.replace(part, instead == null ? "" : instead);
        var refused = assertThrows(LoadException.class, () -> read(broken));
        assertEquals(message, refused.getMessage());
        assertEquals(0, turns.size());
    }

    @Test
    void brokenFileIsNamedByItsLine() {
        var refused = assertThrows(LoadException.class, () -> read(FILE.substring(0, FILE.indexOf("Late"))));
        assertEquals("line 5", refused.getMessage().split(":")[0]);
    }
}
