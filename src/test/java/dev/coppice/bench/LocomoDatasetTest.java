package dev.coppice.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.coppice.bench.LocomoDataset.Session;
import dev.coppice.bench.LocomoDataset.Turn;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LocomoDatasetTest {

    private static final String FILE =
            """
            [{"qa": [{"question": "When?", "answer": 2022, "evidence": ["D2:1; D10:1"]},
                     {"question": "Why?", "evidence": ["D2:2"]},
                     {"question": "Who?", "answer": "Bo", "evidence": []}],
              "conversation": {
                "speaker_a": "Ida", "speaker_b": "Bo",
                "session_2_date_time": "1:56 pm on 8 May, 2023",
                "session_2": [
                  {"speaker": "Bo", "dia_id": "D2:1", "text": "Look!", "img_url": ["http://a.example/1.jpg"],
                   "blip_caption": "a red kite", "query": "kite", "re-download": true},
                  {"speaker": "Ida", "dia_id": "D2:2", "text": "\\"Oh\\""}],
                "session_10_date_time": "12:05 am on 1 January, 2024",
                "session_10": [{"speaker": "Ida", "dia_id": "D10:1", "text": "Late."}],
                "session_11_date_time": "5:00 pm on 2 January, 2024"},
              "observation": {"session_2": {"Ida": [["flies", "D2:2"]]}},
              "sample_id": "conv-1"}]
            """;

    private final LocomoDataset dataset = LocomoDataset.parse(FILE.getBytes(StandardCharsets.UTF_8));

    @Test
    void dailySessionsBecomeSessionsOfTheConversation() {
        assertEquals(1, dataset.all().size());
        var conversation = dataset.all().get(0);
        assertEquals("conv-1", conversation.id());
        assertEquals(
                List.of("conv-1-session_2", "conv-1-session_10"),
                conversation.sessions().stream().map(Session::id).toList());
        assertEquals(3, dataset.turns());
    }

    @Test
    void turnHasSpeakerTextAndCaption() {
        var turns = dataset.all().get(0).sessions().get(0).turns();
        assertEquals(
                List.of(new Turn("D2:1", "Bo: Look! [image: a red kite]"), new Turn("D2:2", "Ida: \"Oh\"")), turns);
    }

    @Test
    void questionsWithEvidenceAreRead() {
        var questions = dataset.all().get(0).questions();
        assertEquals(2, questions.size());
        assertEquals(Set.of("D2:1", "D10:1"), questions.get(0).evidence());
        assertEquals("2022", questions.get(0).answer());
        assertNull(questions.get(1).answer());
    }
}
