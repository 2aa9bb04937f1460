package dev.coppice.openai;

import dev.coppice.Settings;
import dev.coppice.access.Request;
import dev.coppice.format.MessageItems;
import dev.coppice.format.MessageItems.Item;
import dev.coppice.message.PathPage;
import dev.coppice.message.PathPages;
import dev.coppice.message.PathPages.PageQuery;
import dev.coppice.session.SessionName;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Lists the items of a conversation of OpenAI's API page by page. The conversation is a session; its items are
 * converted from the messages on the path to the session's leaf. Methods throw 404 if the conversation or the item of a
 * cursor does not exist.
 */
@RequestScoped
public class ItemPages {
    /**
     * Number of messages that one query reads if all messages before them had no items. Some messages have no items; a
     * long sequence of them then needs few queries.
     */
    private static final int SKIPPED = 500;

    @Inject
    private ConversationItems items;

    @Inject
    private PathPages pages;

    @Inject
    private Request request;

    @Inject
    private Settings settings;

    /**
     * Returns a page of the items of a conversation. The page ends early if its messages together have as many bytes as
     * one message may have; another page follows then. A page without items is the last one. Throws an error 400 if two
     * items have the id that is given as cursor.
     */
    ListBody list(SessionName name, ListParameters list) {
        boolean forward = list.ascending() == (list.before() == null);
        var cursor = list.after() == null ? list.before() : list.after();
        var page = new Page(list.limit(), forward);
        if (cursor != null) {
            var found = items.find(name, cursor);
            refuseTwofold(name, cursor, found, list.after() == null ? "before" : "after");
            page.add(found.others(forward));
            page.from = found.message().message();
        }
        fill(page, name);
        var shown = page.items.subList(0, Math.min(list.limit(), page.items.size()));
        return ListBody.of(
                forward == list.ascending() ? shown : reversed(shown), page.more || shown.size() < page.items.size());
    }

    /**
     * Throws an error 400 if two items have the cursor as their id. This happens for a cursor such as {@code m~2}: it
     * may be both the id of a message and the id of the second item of the message {@code m}. A client that follows
     * such a cursor might read the same pages in an endless loop.
     *
     * @param found the item that the cursor names
     * @param param name of the query parameter that contains the cursor, for the error
     */
    private void refuseTwofold(SessionName name, String cursor, ConversationItems.Found found, String param) {
        if (found.number() == 0 && items.furtherItem(name, cursor).isPresent()) {
            throw OpenAiProblem.invalid(
                    param,
                    "invalid_value",
                    "Two items have the id '" + cursor + "': a message of its own, and an item of the message '"
                            + MessageItems.messageOf(cursor).orElseThrow() + "'. Begin at another item.");
        }
    }

    /**
     * A page that is being read. Its items are in the order in which they are read. Another page follows if this one
     * contains more items than its limit, or if its field {@code more} is true.
     */
    private static final class Page {
        private final List<Item> items = new ArrayList<>();
        private final int limit;
        private final boolean forward;
        /** Id of the last message that was read; null if reading begins at the root or, backwards, at the leaf. */
        private String from;
        /** Bytes of the messages that were read for the page, from the message of its first item on. */
        private long bytes;

        private boolean more;

        Page(int limit, boolean forward) {
            this.limit = limit;
            this.forward = forward;
        }

        void add(List<Item> more) {
            items.addAll(more);
        }

        void add(PathPage read) {
            for (var json : read.messages()) {
                var message = MessageItems.of(json);
                add(forward ? message.items() : reversed(message.items()));
                from = message.message();
                bytes += json.length;
            }
            if (items.isEmpty()) {
                bytes = 0;
            }
        }

        /**
         * Returns the number of messages to read next: the number of items that the page still lacks plus one, or
         * {@link #SKIPPED} if all messages read so far had no items.
         *
         * @param isFirst true if no messages were read for the page yet
         */
        int wanted(boolean isFirst) {
            return items.isEmpty() && !isFirst ? SKIPPED : limit + 1 - items.size();
        }
    }

    /**
     * Reads messages until the page has one item more than its limit, its limit of bytes is reached, or the path ends.
     * The limit of bytes never ends a page without items, because clients consider an empty page the last one.
     */
    private void fill(Page page, SessionName name) {
        for (boolean isFirst = true; page.items.size() <= page.limit; isFirst = false) {
            int wanted = page.wanted(isFirst);
            long before = page.bytes;
            long left = Math.max(1, settings.messageMaxBytes() - before);
            var read = pages.page(
                    name,
                    new PageQuery(page.from, page.forward, wanted, left),
                    bytes -> request.reserveMemory(before + bytes));
            page.add(read);
            boolean isFull = read.messages().size() < wanted && !page.items.isEmpty();
            if (!read.more() || isFull || read.messages().isEmpty()) {
                page.more = read.more();
                return;
            }
        }
    }

    /** Returns the items in the opposite order. */
    static List<Item> reversed(List<Item> items) {
        var reversed = new ArrayList<>(items);
        Collections.reverse(reversed);
        return reversed;
    }
}
