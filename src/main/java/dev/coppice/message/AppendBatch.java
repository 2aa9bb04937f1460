package dev.coppice.message;

import dev.coppice.format.MessageBody;
import dev.coppice.message.Append.Parent;
import dev.coppice.message.MessageEvent.MessageAppended;
import dev.coppice.message.MessageEvent.MessageUpdated;
import dev.coppice.session.SessionName;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages of one append request in their order, each of them new, already stored, or skipped. A message that the
 * request repeats occurs only once. Also collects the response's items ({@link Appended.Item}, one per message) and the
 * events to fire. For one transaction; not thread-safe.
 */
final class AppendBatch {
    /**
     * A message of the request that is new or that already exists.
     *
     * @param index index of the message's item in the response, from 0
     * @param message the message of the request; null if the existing message stays unchanged, so that nothing is
     *     written
     * @param fingerprint SHA-256 {@link dev.coppice.json.Fingerprint} of a new message as the client sent it; null for
     *     an existing message
     * @param existing the stored message with the same id; null for a new message
     * @param parent the parent that the request names for this message; null if it names none
     */
    record Link(int index, MessageBody message, byte[] fingerprint, MessageRow existing, Parent parent) {
        boolean isReplacement() {
            return existing != null && message != null;
        }
    }

    private static final String REPLACED = "replaced";

    private final SessionName session;
    private final List<Link> links = new ArrayList<>();
    private final List<Appended.Item> items = new ArrayList<>();
    private final List<MessageEvent> events = new ArrayList<>();
    private int newCount;
    private boolean hasReplacements;

    AppendBatch(SessionName session) {
        this.session = session;
    }

    /**
     * Adds a message of the request that is not to be stored: either a summary that a client sends back, or a message
     * that the session's limit {@code maxMessages} has removed earlier.
     *
     * @param id id of the message
     * @param reason member {@code reason} of the message's item in the response: {@code synthetic} or {@code trimmed}
     */
    void addSkipped(String id, String reason) {
        items.add(new Appended.Item(id, null, false, 0, reason, 0));
    }

    /**
     * Adds a message of the request that is not stored yet and is to be inserted.
     *
     * @param fingerprint SHA-256 {@link dev.coppice.json.Fingerprint} of the message as the client sent it
     * @param parent the parent that the request names for the message, or null
     */
    void addNew(MessageBody message, byte[] fingerprint, Parent parent) {
        links.add(new Link(items.size(), message, fingerprint, null, parent));
        items.add(null);
        newCount++;
    }

    /**
     * Adds a message of the request that is stored already and is not changed.
     *
     * @param row the stored message
     * @param reason member {@code reason} of the message's item in the response: {@code kept} if the stored message has
     *     another value, null if both are equal
     * @param reader finds the message's parent
     * @param parent the parent that the request names for the message, or null
     */
    void addExisting(MessageRow row, String reason, TreeReader reader, Parent parent) {
        addLink(null, row, reason, reader, parent);
    }

    /**
     * Adds a message that is to replace the stored message with the same id.
     *
     * @param row the stored message, which has another value
     * @param message the message of the request
     * @param reader finds the message's parent
     * @param parent the parent that the request names for the message, or null
     */
    void addReplacement(MessageRow row, MessageBody message, TreeReader reader, Parent parent) {
        addLink(message, row, null, reader, parent);
        hasReplacements = true;
    }

    private void addLink(MessageBody message, MessageRow row, String reason, TreeReader reader, Parent named) {
        links.add(new Link(items.size(), message, null, row, named));
        var parent = reader.parent(row.position()).map(MessageRow::id).orElse(null);
        items.add(new Appended.Item(row.id(), parent, false, row.tokens(), reason, row.version()));
    }

    /**
     * Completes the response's item of a message that has replaced a stored one, and adds the event of the update.
     *
     * @param link the message, as {@link #addReplacement} added it
     * @param event the event. Null if nothing was written, because observers changed the message so that it equals the
     *     stored one. Then the item is not changed, and no event is added
     */
    void replaced(Link link, MessageUpdated event) {
        if (event != null) {
            var item = items.get(link.index());
            items.set(
                    link.index(),
                    new Appended.Item(item.id(), item.parentId(), false, event.tokens(), REPLACED, event.version()));
            events.add(event);
        }
    }

    /**
     * Fills the response's item of a new message after its row was created, and adds the event {@link MessageAppended}.
     *
     * @param link the new message, as {@link #addNew} added it
     * @param row the created row
     * @param parentId id of the parent, or null for a root
     */
    void inserted(Link link, Message row, String parentId) {
        items.set(link.index(), new Appended.Item(row.id(), parentId, true, row.tokens(), null, row.version()));
        events.add(new MessageAppended(session, row.id(), parentId, row.role(), row.seq(), row.tokens()));
    }

    /** True if no message of the request is to be inserted or replaced. */
    boolean changesNothing() {
        return newCount == 0 && !hasReplacements;
    }

    /** True if a message of this batch has been inserted or replaced. */
    boolean isWritten() {
        return !events.isEmpty();
    }

    boolean hasReplacements() {
        return hasReplacements;
    }

    /** Returns how many messages of the request are new, that is, added by {@link #addNew}. */
    int newCount() {
        return newCount;
    }

    List<Link> links() {
        return links;
    }

    List<Appended.Item> items() {
        return items;
    }

    /** Returns the events of the messages written so far, in the order of writing. */
    List<MessageEvent> events() {
        return events;
    }
}
