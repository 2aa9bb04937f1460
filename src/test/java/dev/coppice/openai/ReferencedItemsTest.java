package dev.coppice.openai;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.coppice.Problem;
import dev.coppice.format.MessageItems;
import dev.coppice.format.MessageItems.Item;
import dev.coppice.openai.ConversationItems.Found;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** References to existing items: each item is read once, and all answered copies count. */
class ReferencedItemsTest {
    private static final int SIZE = 100;

    private final List<String> reads = new ArrayList<>();

    /** Reads messages of two items of 100 bytes. */
    private Found find(String id, long held) {
        reads.add(id + " " + held);
        var first = MessageItems.messageOf(id).orElse(id);
        var items = List.of(new Item(first, new byte[SIZE]), new Item(first + "~2", new byte[SIZE]));
        return new Found(new MessageItems(first, items), id.equals(first) ? 0 : 1);
    }

    @Test
    void repeatedReferenceIsReadOnceAndCounted() {
        var items = new ReferencedItems(this::find, "m"::equals, 1000 * SIZE);
        var first = items.get("m");
        for (int i = 1; i < 1000; i++) {
            assertSame(first, items.get("m"));
        }
        assertEquals(List.of("m 0"), reads);
        assertEquals(1000 * SIZE, items.bytes());
        assertEquals(
                Problem.Code.TOO_LARGE,
                assertThrows(Problem.class, () -> items.get("m")).code());
    }

    @Test
    void itemsOfOneMessageAreReadTogether() {
        var items = new ReferencedItems(this::find, List.of("m", "n")::contains, 1000 * SIZE);
        for (var id : List.of("m", "m~2", "n~2", "n", "m~2")) {
            assertEquals(id, items.get(id).id());
        }
        assertEquals(List.of("m 0", "n~2 200"), reads);
    }

    /** The second item of the message m has the id of another message; that one is meant. */
    @Test
    void messageWithTheIdOfAFurtherItemIsPreferred() {
        var other = new MessageItems("m~2", List.of(new Item("m~2", new byte[1])));
        var items = new ReferencedItems(
                (id, held) -> id.equals("m~2") ? new Found(other, 0) : find(id, held),
                List.of("m", "m~2")::contains,
                1000 * SIZE);
        assertEquals(SIZE, items.get("m").json().length);
        assertEquals(1, items.get("m~2").json().length);
        assertEquals(1, items.get("m~2").json().length);
    }
}
