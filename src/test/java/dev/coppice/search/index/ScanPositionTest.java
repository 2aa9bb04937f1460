package dev.coppice.search.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.message.Edit;
import dev.coppice.message.Position;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScanPositionTest {
    private static final ScanPosition IN_MESSAGES = ScanPosition.after(DocumentType.MESSAGE, new Position(7, 3));
    private static final ScanPosition IN_EDITS = ScanPosition.after(DocumentType.EDIT, new Edit.Key(5, 7, 3));
    private static final ScanPosition IN_ENTRIES = ScanPosition.after(DocumentType.ENTRY, 12L);

    @Test
    void positionIsParsedAsWritten() {
        assertEquals("message:7:3", IN_MESSAGES.toString());
        assertEquals("edit:5:7:3", IN_EDITS.toString());
        assertEquals("entry:12", IN_ENTRIES.toString());
        for (var position : List.of(ScanPosition.START, IN_MESSAGES, IN_EDITS, IN_ENTRIES)) {
            assertEquals(position, ScanPosition.parse(position.toString()));
        }
    }

    @Test
    void invalidTextIsRefused() {
        for (var text : List.of("", "message", "message:-1:7:3", "edit:1:2", "entry:x", "letter:1", "entry:1:2")) {
            assertThrows(IllegalArgumentException.class, () -> ScanPosition.parse(text), text);
        }
    }

    @Test
    void scanVisitsEachTypeOnce() {
        var types = new ArrayList<DocumentType>();
        for (var position = ScanPosition.START; position != null; position = position.nextType()) {
            types.add(position.type());
        }
        assertEquals(List.of(DocumentType.values()), types);
    }

    @Test
    void keysOfOneBranchDifferInTheLastNumberOnly() {
        assertTrue(IN_MESSAGES.isEqualExceptLast(ScanPosition.after(DocumentType.MESSAGE, new Position(7, 9))));
        assertFalse(IN_MESSAGES.isEqualExceptLast(ScanPosition.after(DocumentType.MESSAGE, new Position(8, 3))));
        assertFalse(IN_EDITS.isEqualExceptLast(ScanPosition.after(DocumentType.EDIT, new Edit.Key(6, 7, 3))));
        assertTrue(IN_ENTRIES.isEqualExceptLast(ScanPosition.after(DocumentType.ENTRY, 13L)));
        assertFalse(IN_ENTRIES.isEqualExceptLast(IN_MESSAGES));
    }
}
