package dev.coppice.format;

import dev.coppice.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A stored message in the form of items of OpenAI's Responses and Conversations APIs. A message that
 * {@link ItemMessages} has created from an item gives this item back as it was stored, byte for byte, plus the members
 * that OpenAI adds ({@code status}, {@code annotations}, {@code logprobs}). Any other message is converted to the
 * format {@code openai-responses}, which may give several items. The first of them has the message's id, the others
 * have the id with {@code ~2}, {@code ~3} and so on. Immutable.
 *
 * @param message id of the message
 * @param items the message's items, in their order; empty if the message has no content for the format
 */
public record MessageItems(String message, List<Item> items) {
    private static final char SEPARATOR = '~';

    /**
     * An item of OpenAI's API, and its id.
     *
     * @param id id of the item
     * @param json the item as JSON
     */
    public record Item(String id, byte[] json) {}

    /**
     * Returns the items of a stored message.
     *
     * @param message the message as a JSON object, with its id
     */
    public static MessageItems of(byte[] message) {
        var parsed = ParsedMessage.of(message);
        var part = ResponseItem.partOf(parsed);
        if (part != null || ResponseItem.isMessage(parsed)) {
            var item = part != null ? part.json().bytes() : AddedTime.removed(message);
            var read = item == message ? parsed : ParsedMessage.of(item);
            var filled = ResponseItem.filled(item, read, read.id() == null ? JsonText.quoted(parsed.id()) : null);
            return new MessageItems(parsed.id(), List.of(new Item(parsed.id(), filled)));
        }
        return new MessageItems(parsed.id(), converted(parsed));
    }

    /**
     * Returns the id of the message to which an item belongs, if the item is the second or a later one of its message.
     * For example, returns {@code m} for {@code m~2}. Empty if the item's id does not end with {@code ~} and a number
     * from 2 to 9,999,999.
     */
    public static Optional<String> messageOf(String itemId) {
        int at = itemId.lastIndexOf(SEPARATOR);
        boolean isFurther = at > 0 && itemId.substring(at + 1).matches("[2-9]|[1-9]\\d{1,6}");
        return isFurther ? Optional.of(itemId.substring(0, at)) : Optional.empty();
    }

    private static List<Item> converted(ParsedMessage message) {
        var writer = new ResponsesWriter();
        var diagnostics = new Diagnostics();
        var read = ModelMessageReader.read(0, message, diagnostics);
        var filter = new ContentFilter(MessageFormat.OPENAI_RESPONSES, writer, diagnostics);
        var items = new ArrayList<Item>();
        writer.writeAlone(filter.filter(read), item -> {
            var id = items.isEmpty() ? message.id() : message.id() + SEPARATOR + (items.size() + 1);
            items.add(new Item(id, completed(item, id)));
        });
        return items;
    }

    private static byte[] completed(byte[] item, String id) {
        var splices = new ArrayList<Splice>();
        ResponseItem.addParts(ParsedMessage.of(item), splices);
        var withParts = Splice.apply(item, splices);
        return ResponseItem.filled(withParts, ParsedMessage.of(withParts), JsonText.quoted(id));
    }
}
