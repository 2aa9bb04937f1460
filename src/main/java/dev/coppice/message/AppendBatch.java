package dev.coppice.message;

import dev.coppice.format.MessageBody;
import dev.coppice.message.MessageEvent.MessageAppended;
import dev.coppice.session.SessionName;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages of one append, in their order: new ones to insert, existing ones to acknowledge, and the answer's items.
 */
final class AppendBatch {
    /**
     * One message of the chain.
     *
     * @param index of its item in the answer
     * @param message set for a new message, with the fingerprint of what was sent
     * @param existing set for a message that exists already
     */
    record Link(int index, MessageBody message, byte[] fingerprint, MessageRow existing) {}

    private final SessionName session;
    private final List<Link> links = new ArrayList<>();
    private final List<Appended.Item> items = new ArrayList<>();
    private final List<MessageAppended> events = new ArrayList<>();
    private int newCount;

    AppendBatch(SessionName session) {
        this.session = session;
    }

    /** Skips a message and reports the reason. */
    void skip(String id, String reason) {
        items.add(new Appended.Item(id, null, false, 0, reason, 0));
    }

    void addNew(MessageBody message, byte[] fingerprint) {
        links.add(new Link(items.size(), message, fingerprint, null));
        items.add(null);
        newCount++;
    }

    void addExisting(MessageRow row, TreeReader reader) {
        links.add(new Link(items.size(), null, null, row));
        var parent = reader.parent(row.position()).map(MessageRow::id).orElse(null);
        items.add(new Appended.Item(row.id(), parent, false, row.tokens(), null, row.version()));
    }

    void inserted(Link link, Message row, String parentId) {
        items.set(link.index(), new Appended.Item(row.id(), parentId, true, row.tokens(), null, row.version()));
        events.add(new MessageAppended(session, row.id(), parentId, row.role(), row.seq(), row.tokens()));
    }

    boolean hasNothingNew() {
        return newCount == 0;
    }

    /** The number of new messages. */
    int newCount() {
        return newCount;
    }

    List<Link> links() {
        return links;
    }

    List<Appended.Item> items() {
        return items;
    }

    List<MessageAppended> events() {
        return events;
    }
}
