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
    private static final ScanPosition IN_MESSAGES = ScanPosition.behind(DocumentType.MESSAGE, new Position(7, 3));
    private static final ScanPosition IN_EDITS = ScanPosition.behind(DocumentType.EDIT, new Edit.Key(5, 7, 3));
    private static final ScanPosition IN_ENTRIES = ScanPosition.behind(DocumentType.ENTRY, 12L);

    @Test
    void aPlaceIsReadAsItWasWritten() {
        assertEquals("message:7:3", IN_MESSAGES.toString());
        assertEquals("edit:5:7:3", IN_EDITS.toString());
        assertEquals("entry:12", IN_ENTRIES.toString());
        for (var place : List.of(ScanPosition.START, IN_MESSAGES, IN_EDITS, IN_ENTRIES)) {
            assertEquals(place, ScanPosition.parse(place.toString()));
        }
    }

    @Test
    void whatIsNoPlaceIsRefused() {
        for (var text : List.of("", "message", "message:-1:7:3", "edit:1:2", "entry:x", "letter:1", "entry:1:2")) {
            assertThrows(IllegalArgumentException.class, () -> ScanPosition.parse(text), text);
        }
    }

    @Test
    void aWalkGoesOverEveryTypeOnce() {
        var types = new ArrayList<DocumentType>();
        for (var place = ScanPosition.START; place != null; place = place.nextType()) {
            types.add(place.type());
        }
        assertEquals(List.of(DocumentType.values()), types);
    }

    @Test
    void placesOfOneBranchAreBesideEachOther() {
        assertTrue(IN_MESSAGES.isBeside(ScanPosition.behind(DocumentType.MESSAGE, new Position(7, 9))));
        assertFalse(IN_MESSAGES.isBeside(ScanPosition.behind(DocumentType.MESSAGE, new Position(8, 3))));
        assertFalse(IN_EDITS.isBeside(ScanPosition.behind(DocumentType.EDIT, new Edit.Key(6, 7, 3))));
        assertTrue(IN_ENTRIES.isBeside(ScanPosition.behind(DocumentType.ENTRY, 13L)));
        assertFalse(IN_ENTRIES.isBeside(IN_MESSAGES));
    }
}
