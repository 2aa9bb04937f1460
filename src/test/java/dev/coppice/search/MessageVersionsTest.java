package dev.coppice.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.message.Position;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Grouping candidates that are texts of one message. */
class MessageVersionsTest {
    private static final Position POSITION = new Position(1, 0);

    private final Candidate written = new Candidate(1, POSITION, false, 3);
    private final Candidate other = new Candidate(1, new Position(1, 1), false, 2);
    private final Candidate edited = new Candidate(1, POSITION, true, 1);
    private final Candidate editedByFork = new Candidate(2, POSITION, true, 0.5);
    private final MessageVersions versions = MessageVersions.of(List.of(written, other, edited, editedByFork));

    @Test
    void textsOfOneMessageAreGrouped() {
        assertEquals(List.of(written, edited, editedByFork), versions.texts(editedByFork));
        assertEquals(List.of(other), versions.texts(other));
    }

    @Test
    void textsOfSeveralCandidatesAreDistinct() {
        assertEquals(
                List.of(other, written, edited, editedByFork),
                List.copyOf(versions.texts(List.of(other, edited, written))));
    }
}
