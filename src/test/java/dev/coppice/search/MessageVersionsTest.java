package dev.coppice.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.message.Position;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which candidates are texts of one message. */
class MessageVersionsTest {
    private static final Position HERE = new Position(1, 0);

    private final Candidate written = new Candidate(1, HERE, false, 3);
    private final Candidate other = new Candidate(1, new Position(1, 1), false, 2);
    private final Candidate edited = new Candidate(1, HERE, true, 1);
    private final Candidate editedByFork = new Candidate(2, HERE, true, 0.5);
    private final MessageVersions messageVersions = MessageVersions.of(List.of(written, other, edited, editedByFork));

    @Test
    void aMessageHasAllItsTexts() {
        assertEquals(List.of(written, edited, editedByFork), messageVersions.texts(editedByFork));
        assertEquals(List.of(other), messageVersions.texts(other));
    }

    @Test
    void someBringTheirOthersOnce() {
        assertEquals(
                List.of(other, written, edited, editedByFork),
                List.copyOf(messageVersions.texts(List.of(other, edited, written))));
    }
}
