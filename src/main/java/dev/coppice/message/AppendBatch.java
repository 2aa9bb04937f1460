package dev.coppice.message;

import dev.coppice.format.MessageBody;
import dev.coppice.message.MessageEvent.MessageAppended;
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
     * @param message the message if it is new, else null
     * @param fingerprint fingerprint of a new message as the client sent it, else null
     * @param existing the stored row if the message exists already, else null
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

    /**
     * Adds a message that is neither written nor acknowledged: an echoed summary, or a message beyond retention. Its
     * item in the response has the reason.
     */
    void addSkipped(String id, String reason) {
        items.add(new Appended.Item(id, null, false, 0, reason, 0));
    }

    /** Adds a message to insert. */
    void addNew(MessageBody message, byte[] fingerprint) {
        links.add(new Link(items.size(), message, fingerprint, null));
        items.add(null);
        newCount++;
    }

    /** Adds a message that is stored already: its item in the response acknowledges it. */
    void addExisting(MessageRow row, TreeReader reader) {
        links.add(new Link(items.size(), null, null, row));
        var parent = reader.parent(row.position()).map(MessageRow::id).orElse(null);
        items.add(new Appended.Item(row.id(), parent, false, row.tokens(), null, row.version()));
    }

    /** Completes the item of a new message after its row was created. */
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
