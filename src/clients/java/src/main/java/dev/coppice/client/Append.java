package dev.coppice.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Messages to append, all or none, in one transaction. Without a parent they continue at the leaf, each the parent of
 * the next. Not thread-safe.
 */
public final class Append {
    private final Json request = new Json();
    private final List<String> messages = new ArrayList<>();
    private final List<String> entries = new ArrayList<>();
    private boolean create;

    private Append() {}

    /** What happens if the leaf is not the expected one. */
    public enum OnConflict {
        /** {@link StaleLeaf} (default). */
        REJECT,
        /** The messages become a branch below the expected leaf. */
        BRANCH,
        /** The messages are appended at the real leaf. */
        APPEND
    }

    /** What happens if a message's id exists with another value. */
    public enum OnExisting {
        /** {@link CoppiceProblem} {@code message-exists} (default). */
        REJECT,
        /** The stored message stays. */
        KEEP,
        /** The stored message is replaced in its place. */
        REPLACE
    }

    /** Begins with messages, each the parent of the next. */
    public static Append of(Message... messages) {
        return of(List.of(messages));
    }

    /** Begins with messages, each the parent of the next. */
    public static Append of(List<Message> messages) {
        var append = new Append();
        messages.forEach(message -> append.messages.add(message.json()));
        return append;
    }

    /** Begins without messages, for {@link #entry} and {@link #rootEntry}. */
    public static Append entries() {
        return new Append();
    }

    /**
     * Adds a message with its parent, which is stored or precedes it here. Only after {@link #entries}.
     *
     * @param parentId null: the message before this one, for the first one the leaf
     */
    public Append entry(Message message, String parentId) {
        var entry = new Json().putRaw("message", message.json());
        entries.add((parentId == null ? entry : entry.put("parentId", parentId)).toString());
        return this;
    }

    /** Adds a message that becomes a root. Only after {@link #entries}. */
    public Append rootEntry(Message message) {
        entries.add(
                new Json().putRaw("message", message.json()).put("root", true).toString());
        return this;
    }

    /** Creates the session if it does not exist. */
    public Append createSession() {
        create = true;
        return this;
    }

    /** Appends below a message, which begins a branch if it has children. */
    public Append parentId(String id) {
        request.put("parentId", id);
        return this;
    }

    /** Makes the first message a new root. */
    public Append root() {
        request.put("root", true);
        return this;
    }

    /** Appends only if the session has this leaf; null: only if it has no message. */
    public Append expectedLeafId(String id) {
        if (id == null) {
            request.put("expectEmpty", true);
        } else {
            request.put("expectedLeafId", id);
        }
        return this;
    }

    /** Sets what happens if the leaf is not the expected one. */
    public Append onConflict(OnConflict choice) {
        request.put("onConflict", choice.name().toLowerCase(Locale.ROOT));
        return this;
    }

    /** Sets what happens if a message's id exists with another value. */
    public Append onExisting(OnExisting choice) {
        request.put("onExisting", choice.name().toLowerCase(Locale.ROOT));
        return this;
    }

    /** Changes the session's state object in the same transaction, by a JSON Merge Patch. */
    public Append statePatch(String json) {
        request.putRaw("statePatch", json);
        return this;
    }

    /** Appends only if the state object has this version; 0 if none may be stored. Only with {@link #statePatch}. */
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
