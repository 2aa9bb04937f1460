package dev.coppice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchesTest {

    private final List<List<LoadedMessage>> sent = new ArrayList<>();
    private final Batches batches = new Batches((session, messages) -> sent.add(messages));

    private void add(String session, int number, int bytes) {
        add(session, number, null, false, bytes);
    }

    private void add(String session, int number, String parent, boolean root, int bytes) {
        var name = String.valueOf(number);
        batches.add(new LoadedMessage(null, session, null, name, parent, root, new byte[bytes], name));
    }

    private void flush() {
        while (batches.waiting() > 0) {
            batches.sendOldest();
        }
    }

    private List<String> places(String session) {
        return sent.stream()
                .flatMap(List::stream)
                .filter(message -> message.sessionId().equals(session))
                .map(LoadedMessage::place)
                .toList();
    }

    @Test
    void messagesOfMixedSessionsAreGroupedInOrder() {
        for (int i = 0; i < 2500; i++) {
            add(i % 2 == 0 ? "even" : "odd", i, 10);
        }
        flush();
        assertEquals(
                List.of(1000, 1000, 250, 250), sent.stream().map(List::size).toList());
        assertEquals(
                IntStream.range(0, 1250).mapToObj(i -> String.valueOf(2 * i)).toList(), places("even"));
    }

    @Test
    void messagesThatDoNotContinueTheBatchBeginAnother() {
        add("s", 1, null, true, 10);
        add("s", 2, "1", false, 10);
        add("s", 3, null, false, 10);
        add("s", 4, "1", false, 10);
        add("s", 5, null, true, 10);
        add("t", 6, null, true, 10);
        flush();
        assertEquals(List.of(3, 1, 1, 1), sent.stream().map(List::size).toList());
        assertEquals(List.of("1", "2", "3", "4", "5"), places("s"));
    }

    @Test
    void batchStaysUnderTheServersBodyLimit() {
        for (int i = 0; i < 9; i++) {
            add("s", i, 4 * 1024 * 1024);
        }
        flush();
        assertEquals(List.of(3, 3, 3), sent.stream().map(List::size).toList());
    }

    @Test
    void waitingMessagesAreBounded() {
        for (int i = 0; i < 30_000; i++) {
            add("s" + i, i, 1);
        }
        assertTrue(sent.size() >= 10_000, "sent " + sent.size());
        sent.clear();
        for (int i = 0; i < 30; i++) {
            add("t" + i, i, 4 * 1024 * 1024);
        }
        assertTrue(sent.size() >= 20, "sent " + sent.size());
    }
}
