package dev.coppice.message;

import dev.coppice.format.MessageBody;
import dev.coppice.message.MessageEvent.MessageAppended;
import dev.coppice.message.MessageEvent.MessageUpdated;
import dev.coppice.session.SessionName;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages of one append request in their order, sorted into new, existing and skipped ones. Collects the items of
 * the response and the events to fire.
 */
final class AppendBatch {
    /**
     * A new or an existing message of the request.
     *
     * @param index index of the message's item in the response
     * @param message the message if it is new or replaces the existing one, else null
     * @param fingerprint fingerprint of a new message as the client sent it, else null
     * @param existing the stored message if it exists already, else null
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
     * Adds a message that is neither written nor acknowledged: a summary that a client sends back, or a message beyond
     * retention.
     *
     * @param reason why it is skipped, for the message's item in the response
     */
    void addSkipped(String id, String reason) {
        items.add(new Appended.Item(id, null, false, 0, reason, 0));
    }

    /** Adds a message that will be inserted. */
    void addNew(MessageBody message, byte[] fingerprint) {
        links.add(new Link(items.size(), message, fingerprint, null));
        items.add(null);
        newCount++;
    }

    /**
     * Adds a message that is stored already. Its item in the response acknowledges it.
     *
     * @param reason reason in the item, or null
     */
    void addExisting(MessageRow row, String reason, TreeReader reader) {
        addLink(null, row, reason, reader);
    }

    /** Adds a message that replaces a stored one with another value. */
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
     * Completes the item of a message that replaces a stored one.
     *
     * @param event null if nothing was written, because observers made the replacement equal to the stored message
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

    /** Completes a new message's item in the response, after its row was created. */
    void inserted(Link link, Message row, String parentId) {
        items.set(link.index(), new Appended.Item(row.id(), parentId, true, row.tokens(), null, row.version()));
        events.add(new MessageAppended(session, row.id(), parentId, row.role(), row.seq(), row.tokens()));
    }

    /** True when the request neither adds nor replaces a message. */
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
