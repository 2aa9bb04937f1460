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
 * An append request: the messages to append, each the parent of the next, and the parent of the first one.
 *
 * @param messages at least one
 * @param parent parent of the first new message; null means {@link Parent#LEAF}
 * @param expectedLeaf the last message that the client expects the session to have; null to append without this check
 * @param onExisting what to do with a message if its id already exists in the session and the stored message differs;
 *     null means {@link OnExisting#REJECT}
 */
public record Append(List<MessageBody> messages, Parent parent, ExpectedLeaf expectedLeaf, OnExisting onExisting) {

    public Append {
        parent = parent == null ? Parent.LEAF : parent;
        onExisting = onExisting == null ? OnExisting.REJECT : onExisting;
    }

    /**
     * Creates a request that is refused if a message's id already exists with another value
     * ({@link OnExisting#REJECT}).
     */
    public Append(List<MessageBody> messages, Parent parent, ExpectedLeaf expectedLeaf) {
        this(messages, parent, expectedLeaf, OnExisting.REJECT);
    }

    /**
     * The parent of the first appended message. It is the session's leaf, that is, the message appended last
     * ({@link #LEAF}), no message ({@link #ROOT}), or the message with the given id.
     *
     * @param root true for a new root, which has no parent; {@code id} is null then
     * @param id id of the parent; null for a root and for the leaf
     */
    public record Parent(boolean root, String id) {
        /**
         * The parent is the session's leaf, that is, the message appended last. In a session without messages, the
         * first message becomes a root.
         */
        public static final Parent LEAF = new Parent(false, null);

        /** There is no parent: the first message becomes a new root of the session's tree. */
        public static final Parent ROOT = new Parent(true, null);

        /** Creates a parent. Throws 422 {@code invalid} if {@code root} is true and {@code id} is not null. */
        public Parent {
            if (root && id != null) {
                throw Problem.at("/root", Code.INVALID, "A root has no parent. Send either root or parentId.");
            }
        }

        /** Returns the parent that is the message with this id; {@link #LEAF} if the id is null. */
        public static Parent of(String id) {
            return new Parent(false, id);
        }

        /** True if the parent is the session's leaf, that is, the message appended last. */
        public boolean isLeaf() {
            return !root && id == null;
        }
    }

    /**
     * What to do with an append if the session's leaf is not the one that the client expects. The leaf is the message
     * appended last.
     */
    public enum OnConflict {
        /** Refuse the append with 409 {@code stale-leaf}. */
        REJECT,
        /**
         * Append below the expected leaf, so that a new branch begins there; if the client expected an empty session,
         * append as a new root. If the request names a parent, append below that parent instead.
         */
        BRANCH,
        /**
         * Append without regard to the expected leaf: below the parent that the request names, else below the session's
         * leaf.
         */
        APPEND
    }

    /**
     * The leaf that the client expects the session to have. The leaf is the message appended last.
     *
     * @param id id of the expected leaf; null if the client expects a session without messages
     * @param onConflict what to do if the session has another leaf
     */
    public record ExpectedLeaf(String id, OnConflict onConflict) {}

    /**
     * What to do with a message of a request if its id already exists in the session and the stored message differs.
     */
    public enum OnExisting {
        /** Refuse the whole request with 409 {@code message-exists}. */
        REJECT,
        /** Keep the stored message. The item of this message in the response has the reason {@code kept}. */
        KEEP,
        /** Replace the stored message in its place, as {@link Messages#put} does. */
        REPLACE
    }

    /**
     * Creates a request to append messages at the session's leaf, whatever message that is. The request is refused if a
     * message's id already exists with another value.
     */
    public static Append atLeaf(List<MessageBody> messages) {
        return new Append(messages, Parent.LEAF, null);
    }

    /**
     * Reads an append request from its JSON body. Throws 413 {@code too-large} if there are too many messages or one is
     * too large, 400 {@code malformed} if the body is an array, 422 {@code invalid} if it has no messages or has
     * members that exclude each other, 422 {@code invalid-message} or {@code invalid-id} if a message or its id is
     * invalid.
     *
     * @param maxMessages maximum number of messages
     * @param maxBytes maximum size of one message's JSON in bytes
     */
    public static Append read(byte[] body, int maxMessages, int maxBytes) {
        return new Reader(JsonInput.of(body), maxMessages, maxBytes).read();
    }

    private static final class Reader {
        private static final String FORM = "Send an object {\"messages\":[…]}, also for one message.";

        /**
         * Names of members of a message. If the request itself has one of these members, the client has sent a message
         * without the object around it.
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
