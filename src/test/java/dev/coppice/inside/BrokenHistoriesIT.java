package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.message.HistoryQuery;
import dev.coppice.web.Precondition;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A history that cannot be read to its end must not look whole. */
class BrokenHistoriesIT extends Inside {

    @Test
    void aSessionDeletedUnderItsReaderBreaksTheAnswerOff() throws Exception {
        var name = session();
        append(name, IntStream.range(0, 900).mapToObj(i -> "m" + i).toArray(String[]::new));
        var history = histories.history(name, HistoryQuery.ALL);
        long tree = number("select tree_id from session where session_id = ?", name.id());
        sessions.delete(name, Precondition.NONE);
        EventsIT.await(() -> number("select count(*) from tree where id = ?", tree) == 0);
        var out = new ByteArrayOutputStream();
        assertThrows(RuntimeException.class, () -> history.writeTo(out));
        var written = out.toString(StandardCharsets.UTF_8);
        assertTrue(written.startsWith("{"), written);
        assertFalse(written.endsWith("}"), "an answer that broke off is no JSON");
    }
}
