package dev.coppice.openai;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.format.MessageItems;
import dev.coppice.format.MessageItems.Item;
import dev.coppice.openai.ConversationItems.Found;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The existing items to which one request refers. Each item is read once and kept in memory. Not thread-safe. */
final class ReferencedItems {
    private final Reader reader;
    private final Predicate<String> isMessage;
    private final int maxBytes;
    private final Map<String, Item> read = new HashMap<>();
    private MessageItems last;
    private long bytes;

    /** Reads an item from the database. */
    interface Reader {
        /**
         * Returns the item with this id. If a message has this id, this is the first item of that message. Throws 404
         * if the item does not exist.
         *
         * @param held bytes of the items that the request holds in memory already
         */
        Found find(String id, long held);
    }

    /**
     * Creates an empty collection of items for one request.
     *
     * @param isMessage returns whether the conversation has a message with the given id
     * @param maxBytes maximum bytes of all items together; an item counts as often as the request refers to it
     */
    ReferencedItems(Reader reader, Predicate<String> isMessage, int maxBytes) {
        this.reader = reader;
        this.isMessage = isMessage;
        this.maxBytes = maxBytes;
    }

    /**
     * Returns the item with this id. Throws 404 if it does not exist, 413 {@code too-large} if the items returned so
     * far have more than {@code maxBytes} bytes together.
     */
    Item get(String id) {
        var item = read.get(id);
        if (item == null) {
            item = find(id);
            read.put(id, item);
        }
        bytes += item.json().length;
        if (bytes > maxBytes) {
            throw new Problem(
                    Code.TOO_LARGE,
                    "The items to which the request refers have together more than " + maxBytes
                            + " bytes. Refer to fewer items.");
        }
        return item;
    }

    /**
     * Returns the item with this id. Looks first in the message that was read last, and only then in the database,
     * because a request may refer to many items of one message. An item that is not the first of that message is used
     * only if no message has the item's id, because {@link Reader#find} prefers such a message.
     */
    private Item find(String id) {
        var cached = last == null
                ? Optional.<Item>empty()
                : last.items().stream().filter(item -> item.id().equals(id)).findFirst();
        if (cached.isPresent() && (id.equals(last.message()) || !isMessage.test(id))) {
            return cached.get();
        }
        var found = reader.find(id, bytes);
        last = found.message();
        return found.item();
    }

    /** Returns the bytes of the items that were returned so far. An item counts as often as it was returned. */
    long bytes() {
        return bytes;
    }
}
