package dev.coppice.message;

import dev.coppice.format.MessageBody;
import dev.coppice.session.SessionName;
import java.util.ArrayList;
import java.util.List;

/** The messages of one append: which are new, which were there, and what is answered for each, in their order. */
final class AppendBatch {
    /**
     * One message of the chain.
     *
     * @param index of its item in the answer
     * @param message when it is new, with the fingerprint of what was sent
     * @param there when it is there already
     */
    record Link(int index, MessageBody message, byte[] fingerprint, MessageRow there) {}

    private final SessionName session;
    private final List<Link> links = new ArrayList<>();
    private final List<Appended.Item> items = new ArrayList<>();
    private final List<MessageAppended> events = new ArrayList<>();
    private int size;

    AppendBatch(SessionName session) {
        this.session = session;
    }

    /** A message that is left out, for a reason that is told. */
    void skip(String id, String reason) {
        items.add(new Appended.Item(id, null, false, 0, reason, 0));
    }

    void add(MessageBody message, byte[] fingerprint) {
        links.add(new Link(items.size(), message, fingerprint, null));
        items.add(null);
        size++;
    }

    void there(MessageRow row, TreeReader reader) {
        links.add(new Link(items.size(), null, null, row));
        var parent = reader.parent(row.position()).map(MessageRow::id).orElse(null);
        items.add(new Appended.Item(row.id(), parent, false, row.tokens(), null, row.version()));
    }

    void inserted(Link link, Message row, String parentId) {
        items.set(link.index(), new Appended.Item(row.id(), parentId, true, row.tokens(), null, row.version()));
        events.add(new MessageAppended(session, row.id(), parentId, row.role(), row.seq(), row.tokens()));
    }

    boolean allThere() {
        return size == 0;
    }

    /** How many are new. */
    int size() {
        return size;
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
