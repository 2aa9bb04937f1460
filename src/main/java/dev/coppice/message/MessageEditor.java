package dev.coppice.message;

import dev.coppice.Settings;
import dev.coppice.format.MessageBody;
import dev.coppice.format.TokenCounter;
import dev.coppice.message.MessageEvent.MessageUpdated;
import dev.coppice.message.MessagesStored.How;
import dev.coppice.session.Leaf;
import dev.coppice.session.Session;
import dev.coppice.session.SessionName;
import jakarta.enterprise.event.Event;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Updates and deletes messages of one session. An update changes the message's own row if nothing depends on this row:
 * no row follows, no compaction ends at it, no other session reads it. Otherwise, and for each delete, an {@link Edit}
 * is stored for the message, and the rows that follow are not changed. The old body is wiped at once unless other
 * sessions read it. For one transaction; not thread-safe.
 */
final class MessageEditor {
    /**
     * Number of bytes of loaded bodies after which a delete flushes and detaches its entities. So small messages are
     * flushed together, and large ones do not fill the heap.
     */
    private static final long MAX_LOADED_BYTES = 1 << 20;

    private final EntityManager em;
    private final SessionName name;
    private final Session session;
    private final TreeReader reader;
    private final Event<MessageAppending> appending;
    private final Settings settings;
    private final TokenCounter counter;

    private final List<MessagesStored.Change> changes = new ArrayList<>();

    /** Entities that a delete has changed and not detached yet. */
    private final List<Object> deleted = new ArrayList<>();

    /** Upper bound of the bytes of the bodies that were loaded with the entities in {@link #deleted}. */
    private long loadedBytes;

    private RetainedByForks retainedByForks;

    MessageEditor(
            EntityManager em,
            SessionName name,
            Session session,
            TreeReader reader,
            Event<MessageAppending> appending,
            Settings settings,
            TokenCounter counter) {
        this.em = em;
        this.name = name;
        this.session = session;
        this.reader = reader;
        this.appending = appending;
        this.settings = settings;
        this.counter = counter;
    }

    /**
     * Replaces a message's body and returns the event of the update. Writes nothing and returns null if the stored
     * message equals the new one, either as the client sent it or as an observer of {@link MessageAppending} has
     * changed it. Throws 422 {@code append-vetoed} if an observer vetoes the update, 413 {@code too-large} if the
     * message is too large.
     */
    MessageUpdated update(MessageRow existing, MessageBody message) {
        var stored =
                MessageBody.of(reader.rows.bodies(List.of(existing.position())).get(existing.position()));
        if (isEqual(existing, stored, message)) {
            return null;
        }
        var completed = message.completed(existing.id(), existing.createdAt());
        var event = new MessageAppending(name, completed);
        appending.fire(event);
        if (event.message() != completed && isEqual(existing, stored, event.message())) {
            return null;
        }
        var other = event.message().checkSize(settings.messageMaxBytes()).countedBy(counter);
        return write(existing, other);
    }

    private static boolean isEqual(MessageRow existing, MessageBody stored, MessageBody message) {
        boolean hasSameTime = !message.hasTime() || Objects.equals(message.createdAt(), existing.createdAt());
        return hasSameTime && Arrays.equals(stored.fingerprint(), message.fingerprint());
    }

    private MessageUpdated write(MessageRow existing, MessageBody other) {
        var row = em.find(Message.class, existing.position());
        boolean isOnPath = isOnLeafPath(existing.position());
        int delta = other.tokens() - existing.tokens();
        var leaf = session.leaf();
        if (isChangeableInPlace(row)) {
            row.replaceBody(other);
            changes.add(new MessagesStored.Change(row.position(), other.json(), How.REPLACED));
            if (isOnPath) {
                leaf = isLeaf(existing) ? withRowSums(leaf, row, delta) : leaf.changed(delta, 0);
            }
            session.recordUpdate(false, leaf);
            return finished(existing, row.version(), other, row);
        }
        var edit = edit(row);
        edit.replaceBody(row, other);
        var how = how(row);
        dropBody(row, how);
        changes.add(new MessagesStored.Change(row.position(), other.json(), how));
        session.recordUpdate(true, isOnPath ? leaf.changed(delta, 0) : leaf);
        return finished(existing, edit.version(), other, row, edit);
    }

    /**
     * Flushes the changed entities to the database, detaches them, and returns the event of the update. If they were
     * not detached, a transaction that updates thousands of messages would keep all of them in memory, and Hibernate
     * would check all of them for changes at each query.
     *
     * @param existing the message before the update
     * @param version the message's new version
     * @param other the new message
     * @param done the changed entities, which must not be used afterwards
     */
    private MessageUpdated finished(MessageRow existing, int version, MessageBody other, Object... done) {
        em.flush();
        Arrays.stream(done).forEach(em::detach);
        return new MessageUpdated(name, existing.id(), version, other.tokens());
    }

    private static Leaf withRowSums(Leaf leaf, Message row, int delta) {
        return new Leaf(
                leaf.branch(),
                leaf.depth(),
                leaf.id(),
                leaf.tip(),
                row.pathTokens(),
                row.pathBytes(),
                leaf.tokens() + delta,
                leaf.length());
    }

    /**
     * Deletes messages of the session, at least one. If the session's leaf is among them, the session gets a new leaf,
     * or none if no message is left. Keeps at most {@link #MAX_LOADED_BYTES} and the bodies of one more message in
     * memory, however many messages are deleted.
     */
    void delete(List<MessageRow> messages) {
        var leaf = session.leaf();
        boolean leafDeleted = false;
        for (var message : messages) {
            if (isLeaf(message)) {
                leafDeleted = true;
            } else if (isOnLeafPath(message.position())) {
                leaf = leaf.changed(-message.tokens(), -1);
            }
            delete(message);
        }
        session.recordDelete(messages.size(), leaf);
        detachDeleted();
        if (leafDeleted) {
            session.recordDelete(0, newLeaf());
        }
    }

    private void delete(MessageRow message) {
        var row = em.find(Message.class, message.position());
        var edit = edit(row);
        edit.markDeleted(row);
        var how = how(row);
        dropBody(row, how);
        if (row.tree() == session.tree()) {
            row.markDeleted(how == How.REPLACED);
        }
        changes.add(new MessagesStored.Change(row.position(), null, how));
        deleted.addAll(List.of(row, edit));
        // message.bytes() is the size of the body in the edit, if the message was updated before.
        loadedBytes += row.bytes() + message.bytes();
        if (loadedBytes >= MAX_LOADED_BYTES) {
            detachDeleted();
        }
    }

    /**
     * Flushes all changes to the database, and detaches the entities of the messages deleted so far. Hibernate keeps
     * the body that it has loaded as long as the entity is attached, also after the body in the entity was wiped.
     */
    private void detachDeleted() {
        em.flush();
        deleted.forEach(em::detach);
        deleted.clear();
        loadedBytes = 0;
    }

    /**
     * Returns the leaf of a session after its leaf was deleted: the message appended last among those that are not
     * deleted. This message has no children, because children are appended after their parent. In a fork without
     * messages of its own, it is the last inherited message. Null if no message is left.
     */
    private Leaf newLeaf() {
        var view = new TreeReader(em, session);
        var last = view.lastAppended(session.lastSeq()).or(view::lastInherited);
        return last.map(view::leaf).orElse(null);
    }

    private boolean isLeaf(MessageRow row) {
        return row.id().equals(session.leafId());
    }

    private boolean isOnLeafPath(Position position) {
        var leaf = session.leaf();
        return reader.branches.isOnPath(position, new Position(leaf.branch(), leaf.depth()));
    }

    /**
     * Returns this session's edit of a message; creates the edit if there is none. A new edit starts with the version
     * number of the message's row.
     */
    private Edit edit(Message row) {
        var edit = em.find(Edit.class, Edit.keyOf(session.tree(), row.position()));
        if (edit == null) {
            edit = new Edit(session.tree(), row);
            em.persist(edit);
        }
        return edit;
    }

    /**
     * True if a new body may replace the one in a message's row: no sums of other rows or of compactions include the
     * row, no other session reads the row, and the message has no edit.
     */
    private boolean isChangeableInPlace(Message row) {
        var next = new Position(row.position().branch(), row.position().depth() + 1);
        return row.tree() == session.tree()
                && reader.rows.hasNoRowAt(next)
                && em.createQuery(
                                        "select count(b) from Branch b where b.parent = :branch and b.parentDepth >= :depth",
                                        Long.class)
                                .setParameter("branch", row.position().branch())
                                .setParameter("depth", row.position().depth())
                                .getSingleResult()
                        == 0
                && !isReadByOthers(row)
                && !new OverlayReader(em, session, reader).endsAt(row.position())
                && em.find(Edit.class, Edit.keyOf(session.tree(), row.position())) == null;
    }

    /** Returns the messages that this object has updated or deleted so far, in the order of the changes. */
    List<MessagesStored.Change> changes() {
        return changes;
    }

    private How how(Message row) {
        return isReadByOthers(row) ? How.SHARED : How.REPLACED;
    }

    /**
     * True if other sessions read a row: forks read it, or this session has inherited it. The body of an inherited row
     * may be wiped only through the tree that the row belongs to.
     */
    private boolean isReadByOthers(Message row) {
        return row.tree() != session.tree() || retainedByForks().contains(row.position());
    }

    /**
     * Returns which rows of this tree forks read. The first call loads them with one indexed query; most sessions have
     * no such rows.
     */
    private RetainedByForks retainedByForks() {
        if (retainedByForks == null) {
            retainedByForks = RetainedByForks.of(em, session.tree());
        }
        return retainedByForks;
    }

    /**
     * Removes the old body of an updated or deleted message from its row. If no fork reads the row, removes the body at
     * once. Otherwise marks the row, so that the purge removes the body once no fork reads it. Does nothing for an
     * inherited row.
     */
    private void dropBody(Message row, How how) {
        var key = Edit.keyOf(session.tree(), row.position());
        if (how == How.REPLACED) {
            row.wipeBody();
        } else if (row.tree() == session.tree() && em.find(SupersededText.class, key) == null) {
            em.persist(new SupersededText(key));
        }
    }
}
