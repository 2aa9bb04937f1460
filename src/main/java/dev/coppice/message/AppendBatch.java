package dev.coppice.message;

import dev.coppice.format.MessageBody;
import dev.coppice.message.MessageEvent.MessageAppended;
import dev.coppice.message.MessageEvent.MessageUpdated;
import dev.coppice.session.SessionName;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages of one append request in their order, each new, existing or skipped. Collects the items of the response
 * and the events to fire. For one transaction; not thread-safe.
 */
final class AppendBatch {
    /**
     * A new or an existing message of the request.
     *
     * @param index index of the message's item in the response
     * @param message the message if it is new or replaces the existing one; null if an existing message is not changed
     * @param fingerprint fingerprint of a new message as the client sent it; null for an existing message
     * @param existing the stored message with the same id; null for a new message
     */
    record Link(int index, MessageBody message, byte[] fingerprint, MessageRow existing) {
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
     * Adds a message that is not stored: a summary that a client sends back, or a message beyond retention.
     *
     * @param reason {@code reason} of the message's item in the response: {@code synthetic} or {@code trimmed}
     */
    void addSkipped(String id, String reason) {
        items.add(new Appended.Item(id, null, false, 0, reason, 0));
    }

    /**
     * Adds a new message, which will be inserted.
     *
     * @param fingerprint fingerprint of the message as the client sent it
     */
    void addNew(MessageBody message, byte[] fingerprint) {
        links.add(new Link(items.size(), message, fingerprint, null));
        items.add(null);
        newCount++;
    }

    /**
     * Adds a message of the request that is stored already and is not changed.
     *
     * @param row the stored message
     * @param reason {@code reason} of the message's item in the response: {@code kept} if the stored message has
     *     another value, null if it is equal
     * @param reader finds the message's parent
     */
    void addExisting(MessageRow row, String reason, TreeReader reader) {
        addLink(null, row, reason, reader);
    }

    /**
     * Adds a message that will replace the stored message with the same id.
     *
     * @param row the stored message, which has another value
     * @param message the message of the request
     * @param reader finds the message's parent
     */
    void addReplacement(MessageRow row, MessageBody message, TreeReader reader) {
        addLink(message, row, null, reader);
        hasReplacements = true;
    }

    private void addLink(MessageBody message, MessageRow row, String reason, TreeReader reader) {
        links.add(new Link(items.size(), message, null, row));
        var parent = reader.parent(row.position()).map(MessageRow::id).orElse(null);
        items.add(new Appended.Item(row.id(), parent, false, row.tokens(), reason, row.version()));
    }

    /**
     * Completes the response's item of a message that replaces a stored one, and adds the event.
     *
     * @param event the event of the update; null if nothing was written, because observers made the message equal to
     *     the stored one
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
     * Sets the response's item of a new message after its row was created, and adds its {@link MessageAppended}.
     *
     * @param link the new message, as {@link #addNew} added it
     * @param parentId id of the parent, or null for a root
     */
    void inserted(Link link, Message row, String parentId) {
        items.set(link.index(), new Appended.Item(row.id(), parentId, true, row.tokens(), null, row.version()));
        events.add(new MessageAppended(session, row.id(), parentId, row.role(), row.seq(), row.tokens()));
    }

    /** True when no message of the request is to be inserted or replaced. */
    boolean changesNothing() {
        return newCount == 0 && !hasReplacements;
    }

    /** True when messages were written for this batch. */
    boolean isWritten() {
        return !events.isEmpty();
    }

    boolean hasReplacements() {
        return hasReplacements;
    }

    /** Returns the number of messages that will be inserted. */
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
