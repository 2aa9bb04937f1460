package dev.coppice.openai;

import dev.coppice.access.Request;
import dev.coppice.api.Precondition;
import dev.coppice.format.MessageItems;
import dev.coppice.format.MessageItems.Item;
import dev.coppice.message.Messages;
import dev.coppice.message.PathPages;
import dev.coppice.session.SessionName;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Finds and deletes single items of a conversation of OpenAI's API. The conversation is a session, and its items are
 * converted from the session's messages. Unless stated otherwise, methods throw 404 if the conversation or an item does
 * not exist.
 */
@RequestScoped
public class ConversationItems {
    @Inject
    private Messages messages;

    @Inject
    private PathPages pages;

    @Inject
    private Request request;

    /**
     * An item of a conversation, with the other items of its message.
     *
     * @param message the message with all its items
     * @param number index of the item among the items of the message, from 0
     */
    record Found(MessageItems message, int number) {
        Item item() {
            return message.items().get(number);
        }

        /**
         * Returns the other items of the message that come after this item, or those that come before it. The item
         * nearest to this item is the first.
         *
         * @param following true for the items after this item, false for the items before it
         */
        List<Item> others(boolean following) {
            return following
                    ? message.items().subList(number + 1, message.items().size())
                    : ItemPages.reversed(message.items().subList(0, number));
        }
    }

    /**
     * Returns the item of the conversation with this id. Its message may be on any branch. Throws 404 if there is none.
     */
    Found find(SessionName name, String id) {
        return find(name, id, 0);
    }

    /**
     * Returns the item of the conversation with this id. Its message may be on any branch. Throws 404 if there is none.
     * Reserves memory for the item and for the other items of the request together.
     *
     * @param held bytes of other items that the request holds in memory already
     */
    Found find(SessionName name, String id, long held) {
        return message(name, id, held)
                .map(message -> new Found(message, 0))
                .or(() -> furtherItem(name, id, held))
                .orElseThrow(() -> OpenAiProblem.noItem(id));
    }

    /**
     * Finds an item that is not the first of its message, by an id such as {@code m~2}: the id of the message and the
     * number of the item in it. Empty if there is no such item. Does not look for a message that itself has the id
     * {@code m~2}.
     */
    Optional<Found> furtherItem(SessionName name, String id) {
        return furtherItem(name, id, 0);
    }

    private Optional<Found> furtherItem(SessionName name, String id, long held) {
        return MessageItems.messageOf(id)
                .flatMap(other -> message(name, other, held))
                .flatMap(message -> IntStream.range(1, message.items().size())
                        .filter(i -> message.items().get(i).id().equals(id))
                        .mapToObj(i -> new Found(message, i))
                        .findFirst());
    }

    /** True if the session has a message with this id, on any branch. */
    boolean hasMessage(SessionName name, String id) {
        return pages.find(name, id, request::reserveMemory).isPresent();
    }

    /** Returns the items of a message. Empty if the message does not exist or has no items. */
    List<Item> ofMessage(SessionName name, String id) {
        return message(name, id, 0).map(MessageItems::items).orElse(List.of());
    }

    private Optional<MessageItems> message(SessionName name, String id, long held) {
        return pages.find(name, id, bytes -> request.reserveMemory(held + bytes))
                .map(MessageItems::of)
                .filter(message -> !message.items().isEmpty());
    }

    /**
     * Deletes an item by deleting its message. Throws 404 if there is no such item. Throws 400 if its message contains
     * other items too, because a message can only be deleted as a whole.
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
}
