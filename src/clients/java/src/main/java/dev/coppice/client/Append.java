package dev.coppice.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A request to append messages, which can be changed before it is sent by {@link Session#append(Append)}. The server
 * stores all of the messages or none. By default, the first message becomes a child of the session's leaf (the latest
 * message), and each further message a child of the one before. Not thread-safe.
 */
public final class Append {
    private final Json request = new Json();
    private final List<String> messages = new ArrayList<>();
    private final List<String> entries = new ArrayList<>();
    private boolean create;

    private Append() {}

    /** What the server does if the session's leaf is not the expected leaf; see {@link #expectedLeafId}. */
    public enum OnConflict {
        /** Refuses the request: the append throws {@link StaleLeaf}. This is the default. */
        REJECT,
        /** Appends the messages below the expected leaf, as a new branch. */
        BRANCH,
        /** Appends the messages below the leaf that the session has. */
        APPEND
    }

    /** What the server does if the session already has a message with the same id and different content. */
    public enum OnExisting {
        /**
         * Refuses the request: the append throws {@link CoppiceProblem} with the code {@code message-exists}. This is
         * the default.
         */
        REJECT,
        /** Keeps the stored message and ignores the new one. */
        KEEP,
        /** Replaces the stored message by the new one, at the same place in the tree. */
        REPLACE
    }

    /** Returns a request that appends these messages. Each message becomes the parent of the next one. */
    public static Append of(Message... messages) {
        return of(List.of(messages));
    }

    /** Returns a request that appends these messages. Each message becomes the parent of the next one. */
    public static Append of(List<Message> messages) {
        var append = new Append();
        messages.forEach(message -> append.messages.add(message.json()));
        return append;
    }

    /** Returns a request without messages. Add messages by {@link #entry} and {@link #rootEntry}. */
    public static Append entries() {
        return new Append();
    }

    /**
     * Adds a message below a given parent. Only for a request that was created by {@link #entries}.
     *
     * @param parentId id of the parent, which is a stored message or was added to this request before. Null for the
     *     message that was added before this one, or, for the first message, for the session's leaf
     */
    public Append entry(Message message, String parentId) {
        var entry = new Json().putRaw("message", message.json());
        entries.add((parentId == null ? entry : entry.put("parentId", parentId)).toString());
        return this;
    }

    /** Adds a message without a parent. Only for a request that was created by {@link #entries}. */
    public Append rootEntry(Message message) {
        entries.add(
                new Json().putRaw("message", message.json()).put("root", true).toString());
        return this;
    }

    /** Makes the server create the session if it does not exist. */
    public Append createSession() {
        create = true;
        return this;
    }

    /**
     * Appends the first message below the message with this id instead of below the leaf. If that message already has
     * children, a new branch begins.
     */
    public Append parentId(String id) {
        request.put("parentId", id);
        return this;
    }

    /** Makes the first message a root, that is, a message without a parent. */
    public Append root() {
        request.put("root", true);
        return this;
    }

    /**
     * Makes the append depend on the session's leaf (its latest message). {@link #onConflict} decides what happens if
     * the session has another leaf.
     *
     * @param id id of the expected leaf; null to expect that the session has no message
     */
    public Append expectedLeafId(String id) {
        if (id == null) {
            request.put("expectEmpty", true);
        } else {
            request.put("expectedLeafId", id);
        }
        return this;
    }

    /** Decides what the server does if the session's leaf is not the expected one. */
    public Append onConflict(OnConflict choice) {
        request.put("onConflict", choice.name().toLowerCase(Locale.ROOT));
        return this;
    }

    /** Decides what the server does if the session already has a message with the same id and different content. */
    public Append onExisting(OnExisting choice) {
        request.put("onExisting", choice.name().toLowerCase(Locale.ROOT));
        return this;
    }

    /**
     * Also changes the session's state object, in the same transaction.
     *
     * @param json a JSON Merge Patch (RFC 7396)
     */
    public Append statePatch(String json) {
        request.putRaw("statePatch", json);
        return this;
    }

    /**
     * Makes the append depend on the version of the state object. Only together with {@link #statePatch}.
     *
     * @param version the expected version; 0 to expect that the session has no state object yet
     */
    public Append expectedStateVersion(long version) {
        request.put("expectedStateVersion", version);
        return this;
    }

    boolean creates() {
        return create;
    }

    String toJson() {
        var json = Json.of(request.toString());
        return entries.isEmpty()
                ? json.putRaw("messages", Json.array(messages)).toString()
                : json.putRaw("entries", Json.array(entries)).toString();
    }
}
