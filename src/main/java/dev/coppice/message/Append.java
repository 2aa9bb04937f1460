package dev.coppice.message;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.format.MessageBody;
import dev.coppice.json.JsonInput;
import dev.coppice.state.StatePatch;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * An append request: the messages to append, and the place in the session's tree where they are appended. If
 * {@code parents} is empty, each new message is the parent of the next; {@link Messages#append} says when an existing
 * message is a parent, too.
 *
 * @param messages the messages in the order of appending, at least one
 * @param parents the parents that the request names for individual messages, by the index of the message in
 *     {@code messages}. A message without a named parent follows the message before it. May be empty, but not null
 * @param parent parent of the first new message, if {@code parents} names none for it; null means {@link Parent#LEAF}
 * @param expectedLeaf the leaf that the client expects the session to have, or the expectation that the session is
 *     empty; null to append without this check
 * @param onExisting what to do with a message whose id already exists in the session, if the stored message has another
 *     body; null means {@link OnExisting#REJECT}
 * @param statePatch JSON merge patch (RFC 7396) for the session's state object, applied if the request writes a
 *     message; null for none
 * @param newIds ids of messages that were generated for this request, so that no client can have sent them before; the
 *     limit {@code maxMessages} cannot have removed them
 */
public record Append(
        List<MessageBody> messages,
        Map<Integer, Parent> parents,
        Parent parent,
        ExpectedLeaf expectedLeaf,
        OnExisting onExisting,
        StatePatch statePatch,
        Set<String> newIds) {

    public Append {
        parent = parent == null ? Parent.LEAF : parent;
        onExisting = onExisting == null ? OnExisting.REJECT : onExisting;
        newIds = Set.copyOf(newIds);
    }

    /** Creates a request in which all ids are those of the client. */
    public Append(
            List<MessageBody> messages,
            Map<Integer, Parent> parents,
            Parent parent,
            ExpectedLeaf expectedLeaf,
            OnExisting onExisting,
            StatePatch statePatch) {
        this(messages, parents, parent, expectedLeaf, onExisting, statePatch, Set.of());
    }

    /** Creates a request in which each message is the parent of the next, without a change of the state object. */
    public Append(List<MessageBody> messages, Parent parent, ExpectedLeaf expectedLeaf, OnExisting onExisting) {
        this(messages, Map.of(), parent, expectedLeaf, onExisting, null);
    }

    /**
     * Creates a request in which each message is the parent of the next. It is refused if a message's id already exists
     * with another value ({@link OnExisting#REJECT}).
     */
    public Append(List<MessageBody> messages, Parent parent, ExpectedLeaf expectedLeaf) {
        this(messages, parent, expectedLeaf, OnExisting.REJECT);
    }

    /** True if the request names parents for individual messages. */
    boolean isTree() {
        return !parents.isEmpty();
    }

    /**
     * Returns the id of the request's message if the request has exactly one message. With this id, the statement that
     * locks the session can also look for the stored message. Empty if the request has several messages, if its message
     * has no id, or if the id is that of a summary.
     */
    Optional<String> onlyId() {
        return messages.size() > 1 || messages.get(0).isReserved()
                ? Optional.empty()
                : Optional.ofNullable(messages.get(0).id());
    }

    /**
     * Returns the parent of the first new message, for a session with this leaf. If the client expects another leaf,
     * {@code onConflict} decides; for {@code REJECT}, throws 409 {@code stale-leaf}.
     *
     * @param leafId id of the session's leaf; null if the session has no message
     */
    Parent parentAt(String leafId) {
        if (expectedLeaf == null || Objects.equals(expectedLeaf.id(), leafId)) {
            return parent;
        }
        return switch (expectedLeaf.onConflict()) {
            case REJECT -> throw new Problem(
                            Code.STALE_LEAF,
                            "The leaf is not the expected message any more. Append at the leaf `leafId` or choose "
                                    + "another onConflict.")
                    .with("leafId", leafId);
            case BRANCH -> !parent.isLeaf()
                    ? parent
                    : expectedLeaf.id() == null ? Parent.ROOT : Parent.of(expectedLeaf.id());
            case APPEND -> parent;
        };
    }

    /**
     * The parent of an appended message. It is the session's leaf, that is, the message appended last ({@link #LEAF}),
     * no message ({@link #ROOT}), or the message with the given id.
     *
     * @param root true if the appended message becomes a new root, which has no parent; then {@code id} is null
     * @param id id of the parent; null for a root and for the leaf
     */
    public record Parent(boolean root, String id) {
        /**
         * Names the session's leaf, that is, the message appended last, as the parent. In a session without messages,
         * the first message becomes a root.
         */
        public static final Parent LEAF = new Parent(false, null);

        /** Means that there is no parent: the appended message becomes a new root of the session's tree. */
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
     * Reaction to an append for which the session's leaf (the message appended last) is not the one that the client
     * expects.
     */
    public enum OnConflict {
        /** Refuse the append with 409 {@code stale-leaf}. */
        REJECT,
        /**
         * Append below the expected leaf; if a message follows it already, a new branch begins there. If the client
         * expected an empty session, append as a new root. If the request names a parent, append below that parent
         * instead.
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
     * Reaction to a message of a request whose id already exists in the session, if the stored message has another
     * body.
     */
    public enum OnExisting {
        /** Refuse the whole request with 409 {@code message-exists}. */
        REJECT,
        /**
         * Keep the stored message and ignore the one in the request. In the response, the message's
         * {@link Appended.Item} has the reason {@code kept}.
         */
        KEEP,
        /**
         * Replace the body of the stored message, as {@link Messages#put} does. The message keeps its parent and its
         * children.
         */
        REPLACE
    }

    /**
     * Creates a request to append messages at the session's leaf, whatever message that is. The request is refused if a
     * message with the same id and another body exists.
     */
    public static Append atLeaf(List<MessageBody> messages) {
        return new Append(messages, Parent.LEAF, null);
    }

    /**
     * Reads an append request from its JSON body. Throws 413 {@code too-large} if there are too many messages or one is
     * too large, 400 {@code malformed} if the body is not a JSON object or a member has the wrong type, 400
     * {@code unknown-field} if a member is unknown, 400 {@code out-of-range} if {@code expectedStateVersion} is
     * negative, 422 {@code invalid} if the body has no messages, a value that is not allowed, or members that exclude
     * each other, such as {@code root} and {@code parentId}, 422 {@code invalid-message} or {@code invalid-id} if a
     * message or an id is invalid, 422 {@code parent-order} if a message comes before its parent in the request.
     *
     * @param body the JSON object {@code {"messages":[…]}} or {@code {"entries":[…]}}, in UTF-8
     * @param maxMessages maximum number of messages, inclusive
     * @param maxBytes maximum size of one message's JSON in bytes, inclusive
     */
    public static Append read(byte[] body, int maxMessages, int maxBytes) {
        return new AppendReader(JsonInput.of(body), maxMessages, maxBytes).read();
    }
}
