package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.Problem;
import dev.coppice.api.Precondition;
import dev.coppice.message.Append;
import dev.coppice.message.Entries;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A tree whose path begins in another session's tree, as a fork's: the two are independent. */
class InheritedPathsIT extends InsideTest {

    @Inject
    private Entries entries;

    @Test
    void pathContainsBothTrees() throws Exception {
        var source = session();
        append(source, "a", "b", "c", "d");
        var grown = grownOn(source, "b");
        assertEquals(List.of("a", "b"), path(grown, null));
        append(grown, "x", "y");
        append(source, "e");
        assertEquals(List.of("a", "b", "x", "y"), path(grown, null));
        assertEquals(List.of("a", "b", "c", "d", "e"), path(source, null));
        assertEquals("b", entries.get(grown, "x").parentId());
        assertEquals(4, entries.pathLength(grown, null));
        assertEquals(List.of("a", "b"), path(grown, "b"));
        assertThrows(Problem.class, () -> entries.get(grown, "c"), "what lies behind is unknown");
        var listed = entries.list(grown, 3, null);
        assertEquals(
                List.of("a", "b", "x"),
                listed.items().stream().map(entry -> entry.id()).toList());
        var rest = entries.list(grown, 3, listed.nextCursor());
        assertEquals(
                List.of("y"), rest.items().stream().map(entry -> entry.id()).toList());
    }

    @Test
    void idsOfTheInheritedPathAreInUse() throws Exception {
        var source = session();
        append(source, "a", "b", "c");
        var grown = grownOn(source, "b");
        append(grown, "a");
        assertEquals(List.of("a", "b"), path(grown, null), "acknowledged, not written again");
        append(grown, "c");
        assertEquals(List.of("a", "b", "c"), path(grown, null), "of its own, the source's is unknown here");
    }

    @Test
    void changesOnOneSideAreInvisibleOnTheOther() throws Exception {
        var source = session();
        append(source, "a", "b", "c");
        var grown = grownOn(source, "b");
        append(grown, "x");
        messages.put(grown, message("a", "changed by the fork"), Append.Parent.LEAF, Precondition.NONE);
        messages.delete(grown, List.of("b"));
        assertEquals(List.of("a", "x"), path(grown, null));
        assertEquals("a", entries.get(grown, "x").parentId());
        assertEquals(1, entries.get(grown, "x").depth());
        assertTrue(texts(grown, null).get(0).contains("changed by the fork"));
        assertEquals(List.of("a", "b", "c"), path(source, null));
        assertTrue(texts(source, null).get(0).contains("text of a"));
        messages.put(source, message("a", "changed by the source"), Append.Parent.LEAF, Precondition.NONE);
        messages.delete(source, List.of("b"));
        assertEquals(List.of("a", "c"), path(source, null));
        assertTrue(texts(source, null).get(0).contains("changed by the source"));
        assertTrue(texts(grown, null).get(0).contains("changed by the fork"));
    }

    @Test
    void deletedSourceStaysAsAnOrphanedTree() throws Exception {
        var source = session();
        append(source, "a", "b", "c");
        var grown = grownOn(source, "b");
        sessions.delete(source, Precondition.NONE);
        append(grown, "x");
        var other = session();
        append(other, "o");
        long tree = number("select tree_id from session where session_id = ?", other.id());
        sessions.delete(other, Precondition.NONE);
        while (number("select count(*) from tree where id = ?", tree) > 0) {
            Thread.onSpinWait(); // the sweep has been by, and has passed the stool
        }
        assertEquals(List.of("a", "b", "x"), path(grown, null));
    }

    @Test
    void pathContainsSeveralTrees() throws Exception {
        var source = session();
        append(source, "a", "b");
        var grown = grownOn(source, "b");
        append(grown, "c", "d");
        var again = grownOn(grown, "c");
        append(again, "e");
        appendUnder(again, "a", "f");
        assertEquals(List.of("a", "b", "c", "e"), path(again, "e"));
        assertEquals(List.of("a", "f"), path(again, "f"));
    }
}
