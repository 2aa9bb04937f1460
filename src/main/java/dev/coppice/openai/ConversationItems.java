package dev.coppice.openai;

import dev.coppice.Settings;
import dev.coppice.access.Request;
import dev.coppice.api.Precondition;
import dev.coppice.format.MessageBody;
import dev.coppice.format.MessageItems;
import dev.coppice.format.MessageItems.Item;
import dev.coppice.message.Append;
import dev.coppice.message.Messages;
import dev.coppice.message.PathPages;
import dev.coppice.message.PathPages.PageQuery;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Reads and writes the items of a conversation in the sense of OpenAI's API. They are made of the messages on the path
 * to the session's leaf. Methods throw 404 if the conversation or an item does not exist.
 */
@RequestScoped
public class ConversationItems {
    @Inject
    private Messages messages;

    @Inject
    private PathPages pages;

    @Inject
    private Sessions sessions;

    @Inject
    private Request request;

    @Inject
    private Settings settings;

    /**
     * An item of a conversation, and its message.
     *
     * @param message the message with all its items
     * @param number index of the item among the items of the message, from 0
     */
    record Found(MessageItems message, int number) {
        Item item() {
            return message.items().get(number);
        }

        /**
         * Returns the other items of the same message on one side of this item, the nearest one first.
         *
         * @param following true for the items after this item, false for the items before it
         */
        List<Item> others(boolean following) {
            return following
                    ? message.items().subList(number + 1, message.items().size())
                    : reversed(message.items().subList(0, number));
        }
    }

    /** Returns an item of the conversation. Its message may be on any branch. */
    Found find(SessionName name, String id) {
        var whole = message(name, id);
        if (!whole.isEmpty()) {
            return new Found(whole.get(0), 0);
        }
        for (var message :
                MessageItems.messageOf(id).map(other -> message(name, other)).orElse(List.of())) {
            for (int i = 1; i < message.items().size(); i++) {
                if (message.items().get(i).id().equals(id)) {
                    return new Found(message, i);
                }
            }
        }
        throw OpenAiProblem.noItem(id);
    }

    /**
     * Returns the items of a message, in a list of one element. Returns an empty list if the message does not exist or
     * has no items.
     */
    private List<MessageItems> message(SessionName name, String id) {
        return pages.find(name, id)
                .map(MessageItems::of)
                .filter(message -> !message.items().isEmpty())
                .map(List::of)
                .orElse(List.of());
    }

    /**
     * Appends the new items of a request at the session's leaf. Returns all items of the request, also the existing
     * items to which it refers.
     */
    List<Item> append(SessionName name, NewItems items) {
        var added = items.messages();
        if (added.isEmpty()) {
            sessions.read(name);
        } else {
            messages.append(name, Append.atLeaf(added), false, Precondition.NONE);
        }
        var all = new ArrayList<Item>();
        for (var entry : items.entries()) {
            all.add(entry.message() == null ? find(name, entry.reference()).item() : item(entry.message()));
        }
        return all;
    }

    private static Item item(MessageBody message) {
        return MessageItems.of(message.json()).items().get(0);
    }

    /**
     * Deletes an item by deleting its message. Throws an error 404 if there is no such item, 400 if the message
     * contains other items, too.
     */
    void delete(SessionName name, String id) {
        var message = find(name, id).message();
        if (message.items().size() > 1) {
            throw OpenAiProblem.invalid(
                    "item_id",
                    "invalid_value",
                    "Item '" + id + "' is one of " + message.items().size() + " items of the message '"
                            + message.message() + "'. Delete the whole message by DELETE /v1/sessions/{id}/messages/"
                            + "{messageId}.");
        }
        messages.delete(name, message.message(), Precondition.NONE);
    }

    /**
     * Returns a page of the items of a conversation. If the messages of the page have as many bytes as one message may
     * have, the page ends early and another page follows.
     */
    ListBody list(SessionName name, ListParameters list) {
        boolean forward = list.ascending() == (list.before() == null);
        var cursor = list.after() == null ? list.before() : list.after();
        var page = new Page(list.limit());
        String from = null;
        if (cursor != null) {
            var found = find(name, cursor);
            page.items.addAll(found.others(forward));
            from = found.message().message();
        }
        fill(page, name, from, forward);
        var items = page.items.subList(0, Math.min(list.limit(), page.items.size()));
        return ListBody.of(
                forward == list.ascending() ? items : reversed(items), page.more || items.size() < page.items.size());
    }

    /**
     * A page that is being read. Its items are in the direction of reading. If more items follow, it has one item more
     * than the limit.
     */
    private static final class Page {
        private final List<Item> items = new ArrayList<>();
        private final int limit;
        private boolean more;

        Page(int limit) {
            this.limit = limit;
        }
    }

    /** Reads messages until the page has one item more than its limit, or until its limit of bytes is reached. */
    private void fill(Page page, SessionName name, String start, boolean forward) {
        var from = start;
        long bytes = 0;
        while (page.items.size() <= page.limit) {
            int wanted = page.limit + 1 - page.items.size();
            long left = Math.max(1, settings.messageMaxBytes() - bytes);
            var read = pages.page(name, new PageQuery(from, forward, wanted, left), request::reserveMemory);
            for (var json : read.messages()) {
                var message = MessageItems.of(json);
                page.items.addAll(forward ? message.items() : reversed(message.items()));
                from = message.message();
                bytes += json.length;
            }
            if (!read.more() || read.messages().size() < wanted) {
                page.more = read.more();
                return;
            }
        }
    }

    private static List<Item> reversed(List<Item> items) {
        var reversed = new ArrayList<>(items);
        Collections.reverse(reversed);
        return reversed;
    }
}
