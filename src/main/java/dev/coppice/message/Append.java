package dev.coppice.message;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.format.MessageBody;
import dev.coppice.format.MessageReader;
import dev.coppice.format.TokenCounter;
import dev.coppice.json.JsonInput;
import java.util.ArrayList;
import java.util.List;

/**
 * An append: messages, and where they belong. The messages chain to each other.
 *
 * @param messages at least one
 * @param parent where the first one belongs
 * @param expectedLeaf what the sender takes for the leaf, or null when it does not say
 */
public record Append(List<MessageBody> messages, Parent parent, ExpectedLeaf expectedLeaf) {

    /** Where messages belong: {@link #LEAF}, {@link #ROOT}, or under a message. */
    public record Parent(boolean leaf, String id) {
        /** Continue at the session's leaf. */
        public static final Parent LEAF = new Parent(true, null);

        /** Begin a new root. */
        public static final Parent ROOT = new Parent(false, null);

        public static Parent of(String id) {
            return new Parent(false, id);
        }
    }

    /** What happens when the leaf is another one than the sender expects. */
    public enum OnConflict {
        /** 409 {@code stale-leaf}. */
        REJECT,
        /** The messages become a branch under the expected leaf. */
        BRANCH,
        /** The messages continue at the real leaf. */
        APPEND
    }

    /** @param id null when no message is expected */
    public record ExpectedLeaf(String id, OnConflict onConflict) {}

    /** Messages at the leaf, whatever it is. */
    public static Append atLeaf(List<MessageBody> messages) {
        return new Append(messages, Parent.LEAF, null);
    }

    /** @param maxMessages 413 {@code too-large} beyond */
    static Append read(byte[] body, int maxMessages, int maxBytes) {
        var reader = new Reader(maxMessages, maxBytes);
        reader.in = JsonInput.of(body);
        reader.in.document(reader::field);
        if (reader.messages.isEmpty()) {
            throw Problem.at("/messages", Code.INVALID, "At least one message is needed.");
        }
        if (reader.onConflict != null && !reader.expects) {
            throw Problem.at("/onConflict", Code.INVALID, "onConflict needs expectedLeafId.");
        }
        var onConflict = reader.onConflict == null ? OnConflict.REJECT : reader.onConflict;
        return new Append(
                reader.messages, reader.parent, reader.expects ? new ExpectedLeaf(reader.expected, onConflict) : null);
    }

    private static final class Reader {
        private final int maxMessages;
        private final int maxBytes;
        private final List<MessageBody> messages = new ArrayList<>();
        private JsonInput in;
        private Parent parent = Parent.LEAF;
        private boolean expects;
        private String expected;
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
                    expects = true;
                    expected = in.isNull() ? null : Ids.check(in.string(), "/expectedLeafId");
                }
                case "onConflict" -> onConflict = onConflict(in.string());
                default -> in.unknown();
            }
        }

        private void message() {
            if (messages.size() == maxMessages) {
                throw new Problem(Code.TOO_LARGE, "A call may append " + maxMessages + " messages.");
            }
            var pointer = in.pointer();
            if (!in.atObject()) {
                throw Problem.at(pointer, Code.INVALID_MESSAGE, "A message is an object.");
            }
            messages.add(new MessageReader(in.slice(Code.INVALID_MESSAGE), pointer, TokenCounter.ESTIMATE)
                    .read()
                    .within(maxBytes));
        }

        private OnConflict onConflict(String word) {
            return switch (word) {
                case "reject" -> OnConflict.REJECT;
                case "branch" -> OnConflict.BRANCH;
                case "append" -> OnConflict.APPEND;
                default -> throw Problem.at(in.pointer(), Code.INVALID, "onConflict is reject, branch or append.");
            };
        }
    }
}
