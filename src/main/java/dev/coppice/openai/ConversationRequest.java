package dev.coppice.openai;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.format.ItemMessages;
import dev.coppice.json.JsonInput;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The body of a request to OpenAI's Conversations API. {@code items} or {@code metadata} is null if the body does not
 * have this member or if its value is null. Members that OpenAI's API does not have are ignored; in strict mode they
 * are refused.
 *
 * @param items the items to add to the conversation
 * @param metadata the metadata as JSON object
 * @param hasMetadata true if the body has the member {@code metadata}, even if its value is null
 */
record ConversationRequest(NewItems items, byte[] metadata, boolean hasMetadata) {
    private static final int STRICT_ITEMS = 20;

    /** Reads the body of one request. Not reusable. */
    static final class Reader {
        private final boolean strict;
        private final int maxItems;
        private final int maxBytes;
        private JsonInput in;
        private final Set<String> newIds = new HashSet<>();
        private List<ItemMessages.Entry> items;
        private byte[] metadata;
        private boolean hasMetadata;

        /**
         * Creates a reader.
         *
         * @param strict true to allow at most 20 items and to refuse unknown members, as OpenAI does
         * @param maxItems maximum number of items if {@code strict} is false
         * @param maxBytes maximum size in bytes of the message that stores one item
         */
        Reader(boolean strict, int maxItems, int maxBytes) {
            this.strict = strict;
            this.maxItems = strict ? STRICT_ITEMS : maxItems;
            this.maxBytes = maxBytes;
        }

        /**
         * Reads a body, which may be empty. Throws an error 400 if it is no valid JSON object, or a member is invalid;
         * 413 {@code too-large} if an item is too large.
         */
        ConversationRequest read(byte[] body) {
            if (body.length > 0) {
                parse(body);
            }
            return new ConversationRequest(items == null ? null : new NewItems(items, newIds), metadata, hasMetadata);
        }

        private void parse(byte[] body) {
            try {
                in = JsonInput.of(body);
                if (!in.atObject()) {
                    throw OpenAiProblem.invalid(
                            null,
                            "invalid_type",
                            "Invalid body: expected an object, but got " + Metadata.typeName(in) + ".");
                }
                in.document(this::member);
            } catch (Problem e) {
                if (e.code() != Code.MALFORMED || !e.errors().isEmpty()) {
                    throw e;
                }
                throw OpenAiProblem.invalid(
                        null, "invalid_json", "Invalid body: failed to parse JSON value. " + e.getMessage());
            }
        }

        private void member(String name) {
            switch (name) {
                case "items" -> items();
                case "metadata" -> {
                    hasMetadata = true;
                    metadata = in.isNull() ? null : Metadata.read(in);
                }
                default -> unknown(name);
            }
        }

        private void unknown(String name) {
            if (strict) {
                throw OpenAiProblem.invalid(name, "unknown_parameter", "Unknown parameter: '" + name + "'.");
            }
            in.skip();
        }

        private void items() {
            if (in.isNull()) {
                return;
            }
            if (!in.atArray()) {
                throw OpenAiProblem.wrongType("items", "an array of objects", Metadata.typeName(in));
            }
            items = new ArrayList<>();
            var count = new int[1];
            in.array(() -> {
                if (count[0]++ < maxItems) {
                    items.add(item(in.pointer()));
                } else {
                    in.skip();
                }
            });
            if (count[0] > maxItems) {
                throw OpenAiProblem.invalid(
                        "items",
                        "array_above_max_length",
                        "Invalid 'items': array too long. Expected an array with maximum length " + maxItems
                                + ", but got an array with length " + count[0] + " instead.");
            }
        }

        private ItemMessages.Entry item(String pointer) {
            if (!in.atObject()) {
                throw OpenAiProblem.wrongType("items[" + items.size() + "]", "an object", Metadata.typeName(in));
            }
            var entry = ItemMessages.read(in.slice(Code.INVALID_MESSAGE), pointer, this::newId);
            if (entry.message() != null) {
                if (entry.message().isReserved()) {
                    throw Problem.at(
                            pointer + "/id", Code.RESERVED_ID, "The id of an item must not begin with compaction_.");
                }
                entry.message().checkSize(maxBytes);
            }
            return entry;
        }

        private String newId(String prefix) {
            var id = NewItems.newId(prefix);
            newIds.add(id);
            return id;
        }
    }
}
