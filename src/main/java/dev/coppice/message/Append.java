package dev.coppice.message;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.format.MessageBody;
import dev.coppice.json.Envelope;
import dev.coppice.json.JsonInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * An append request: messages that follow each other, and the parent of the first one.
 *
 * @param messages at least one
 * @param parent parent of the first message; null means {@link Parent#LEAF}
 * @param expectedLeaf leaf that the client expects, or null to append without this check
 * @param onExisting what to do with messages whose id exists with another value; null means {@link OnExisting#REJECT}
 */
public record Append(List<MessageBody> messages, Parent parent, ExpectedLeaf expectedLeaf, OnExisting onExisting) {

    public Append {
        parent = parent == null ? Parent.LEAF : parent;
        onExisting = onExisting == null ? OnExisting.REJECT : onExisting;
    }

    /** Creates a request that refuses messages whose id exists with another value. */
    public Append(List<MessageBody> messages, Parent parent, ExpectedLeaf expectedLeaf) {
        this(messages, parent, expectedLeaf, OnExisting.REJECT);
    }

    /**
     * Where to append: at the session's leaf ({@link #LEAF}), as a new root ({@link #ROOT}), or under the message
     * {@code id}.
     */
    public record Parent(boolean root, String id) {
        /** Below the session's leaf. */
        public static final Parent LEAF = new Parent(false, null);

        /** As a new root, without a parent. */
        public static final Parent ROOT = new Parent(true, null);

        /** Creates a place. Throws 422 {@code invalid} for a root that has a parent. */
        public Parent {
            if (root && id != null) {
                throw Problem.at("/root", Code.INVALID, "A root has no parent. Send either root or parentId.");
            }
        }

        /** Returns the place below the message with this id; {@link #LEAF} if the id is null. */
        public static Parent of(String id) {
            return new Parent(false, id);
        }

        /** True to append at the session's leaf. */
        public boolean isLeaf() {
            return !root && id == null;
        }
    }

    /** What to do when the session's leaf is not the expected one. */
    public enum OnConflict {
        /** Refuse the append with 409 {@code stale-leaf}. */
        REJECT,
        /** Append below the expected leaf; a new branch begins there. */
        BRANCH,
        /** Append below the actual leaf. */
        APPEND
    }

    /**
     * The leaf that the client expects.
     *
     * @param id id of the expected leaf; null when the session is expected to be empty
     * @param onConflict what to do when the session has another leaf
     */
    public record ExpectedLeaf(String id, OnConflict onConflict) {}

    /** What to do with a message whose id exists in the session with another value. */
    public enum OnExisting {
        /** Refuse the whole request with 409 {@code message-exists}. */
        REJECT,
        /** Keep the existing message; its item in the response has the reason {@code kept}. */
        KEEP,
        /** Replace the existing message in its place, as {@link Messages#put} does. */
        REPLACE
    }

    /** Creates a request to append at the session's leaf, without an expected leaf. */
    public static Append atLeaf(List<MessageBody> messages) {
        return new Append(messages, Parent.LEAF, null);
    }

    /**
     * Reads a request body. Throws 413 {@code too-large} for too many messages or a message that is too large.
     *
     * @param maxMessages maximum number of messages
     * @param maxBytes maximum size of one message's JSON
     */
    static Append read(byte[] body, int maxMessages, int maxBytes) {
        return new Reader(JsonInput.of(body), maxMessages, maxBytes).read();
    }

    private static final class Reader {
        private static final String FORM = "Send an object {\"messages\":[…]}, also for one message.";

        /**
         * Members of a message. Their presence tells that a client has sent a message in place of an append request.
         */
        private static final Set<String> MESSAGE_FIELDS = Set.of(
                "message", "id", "role", "parts", "content", "tool_calls", "name", "type", "createdAt", "metadata");

        private final JsonInput in;
        private final int maxMessages;
        private final int maxBytes;
        private final List<MessageBody> messages = new ArrayList<>();
        private String parentId;
        private boolean root;
        private String expectedLeafId;
        private boolean expectEmpty;
        private OnConflict onConflict;
        private OnExisting onExisting;

        Reader(JsonInput in, int maxMessages, int maxBytes) {
            this.in = in;
            this.maxMessages = maxMessages;
            this.maxBytes = maxBytes;
        }

        Append read() {
            if (in.atArray()) {
                throw new Problem(Code.MALFORMED, "The body must not be an array. " + FORM);
            }
            Envelope.document(in, this::field);
            if (messages.isEmpty()) {
                throw Problem.at("/messages", Code.INVALID, "The request must contain at least one message.");
            }
            return new Append(messages, new Parent(root, parentId), expectedLeaf(), onExisting);
        }

        private Runnable field(String name) {
            return switch (name) {
                case "messages" -> () -> in.array(this::message);
                case "parentId" -> () -> parentId = Ids.check(in.string(), "/parentId");
                case "root" -> () -> root = in.bool();
                case "expectedLeafId" -> () -> expectedLeafId = Ids.check(in.string(), "/expectedLeafId");
                case "expectEmpty" -> () -> expectEmpty = in.bool();
                case "onConflict" -> () -> onConflict = onConflict(in.string());
                case "onExisting" -> () -> onExisting = onExisting(in.string());
                default -> unknown(name);
            };
        }

        private Runnable unknown(String name) {
            if (MESSAGE_FIELDS.contains(name)) {
                throw Problem.at(in.pointer(), Code.UNKNOWN_FIELD, "This field belongs into a message. " + FORM);
            }
            return in.unknown();
        }

        private ExpectedLeaf expectedLeaf() {
            if (expectEmpty && expectedLeafId != null) {
                throw Problem.at(
                        "/expectEmpty",
                        Code.INVALID,
                        "An empty session has no leaf. Send either expectEmpty or expectedLeafId.");
            }
            boolean isExpected = expectEmpty || expectedLeafId != null;
            if (onConflict != null && !isExpected) {
                throw Problem.at("/onConflict", Code.INVALID, "onConflict requires expectedLeafId or expectEmpty.");
            }
            return isExpected
                    ? new ExpectedLeaf(expectedLeafId, onConflict == null ? OnConflict.REJECT : onConflict)
                    : null;
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

        private OnExisting onExisting(String word) {
            return switch (word) {
                case "reject" -> OnExisting.REJECT;
                case "keep" -> OnExisting.KEEP;
                case "replace" -> OnExisting.REPLACE;
                default -> throw Problem.at(in.pointer(), Code.INVALID, "onExisting must be reject, keep or replace.");
            };
        }
    }
}
