package dev.coppice.message;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.format.MessageBody;
import dev.coppice.json.JsonInput;
import java.util.ArrayList;
import java.util.List;

/**
 * An append request: messages that follow each other, and the parent of the first one.
 *
 * @param messages at least one
 * @param parent parent of the first message
 * @param expectedLeaf leaf that the client expects, or null to append without this check
 */
public record Append(List<MessageBody> messages, Parent parent, ExpectedLeaf expectedLeaf) {

    /**
     * Where to append: at the session's leaf ({@link #LEAF}), as a new root ({@link #ROOT}), or under the message
     * {@code id}.
     */
    public record Parent(boolean leaf, String id) {
        /** Appends at the session's leaf. */
        public static final Parent LEAF = new Parent(true, null);

        /** Starts a new root. */
        public static final Parent ROOT = new Parent(false, null);

        public static Parent of(String id) {
            return new Parent(false, id);
        }
    }

    /** Action when the session's leaf is not the expected one. */
    public enum OnConflict {
        /** Refuses the append: 409 {@code stale-leaf}. */
        REJECT,
        /** Appends a branch under the expected leaf. */
        BRANCH,
        /** Appends at the actual leaf. */
        APPEND
    }

    /**
     * The leaf that the client expects, and the action when the session has another leaf.
     *
     * @param id id of the expected leaf; null when the session is expected to be empty
     */
    public record ExpectedLeaf(String id, OnConflict onConflict) {}

    /** Creates a request to append at the session's leaf, without an expected leaf. */
    public static Append atLeaf(List<MessageBody> messages) {
        return new Append(messages, Parent.LEAF, null);
    }

    /**
     * Reads a request body.
     *
     * @param maxMessages maximum number of messages; more are refused with 413 {@code too-large}
     * @param maxBytes maximum size of one message's JSON
     */
    static Append read(byte[] body, int maxMessages, int maxBytes) {
        var reader = new Reader(maxMessages, maxBytes);
        reader.in = JsonInput.of(body);
        reader.in.document(reader::field);
        if (reader.messages.isEmpty()) {
            throw Problem.at("/messages", Code.INVALID, "The request must contain at least one message.");
        }
        if (reader.onConflict != null && !reader.hasExpectedLeaf) {
            throw Problem.at("/onConflict", Code.INVALID, "onConflict requires expectedLeafId.");
        }
        var onConflict = reader.onConflict == null ? OnConflict.REJECT : reader.onConflict;
        return new Append(
                reader.messages,
                reader.parent,
                reader.hasExpectedLeaf ? new ExpectedLeaf(reader.expectedLeafId, onConflict) : null);
    }

    private static final class Reader {
        private final int maxMessages;
        private final int maxBytes;
        private final List<MessageBody> messages = new ArrayList<>();
        private JsonInput in;
        private Parent parent = Parent.LEAF;
        private boolean hasExpectedLeaf;
        private String expectedLeafId;
        private OnConflict onConflict;

        Reader(int maxMessages, int maxBytes) {
            this.maxMessages = maxMessages;
            this.maxBytes = maxBytes;
        }

        void field(String name) {
            switch (name) {
                case "messages" -> in.array(this::message);
                case "parentId" -> parent = in.isNull() ? Parent.ROOT : Parent.of(Ids.check(in.string(), "/parentId"));
                case "expectedLeafId" -> {
                    hasExpectedLeaf = true;
                    expectedLeafId = in.isNull() ? null : Ids.check(in.string(), "/expectedLeafId");
                }
                case "onConflict" -> onConflict = onConflict(in.string());
                default -> in.unknown();
            }
        }

        private void message() {
            if (messages.size() == maxMessages) {
                throw new Problem(Code.TOO_LARGE, "A request must not append more than " + maxMessages + " messages.");
            }
            var pointer = in.pointer();
            if (!in.atObject()) {
                throw Problem.at(pointer, Code.INVALID_MESSAGE, "A message must be a JSON object.");
            }
            messages.add(
                    MessageBody.ofSlice(in.slice(Code.INVALID_MESSAGE), pointer).checkSize(maxBytes));
        }

        private OnConflict onConflict(String word) {
            return switch (word) {
                case "reject" -> OnConflict.REJECT;
                case "branch" -> OnConflict.BRANCH;
                case "append" -> OnConflict.APPEND;
                default -> throw Problem.at(in.pointer(), Code.INVALID, "onConflict must be reject, branch or append.");
            };
        }
    }
}
