package dev.coppice.message;

import dev.coppice.Settings;
import dev.coppice.format.MessageBody;
import dev.coppice.format.TokenCounter;
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
 * Changes and deletes messages of one session. A message that nothing follows is changed in its row; any other by an
 * edit beside it: one row, wherever in the history. What no other session's path holds is wiped at once.
 */
final class MessageEditor {
    private final EntityManager em;
    private final SessionName name;
    private final Session session;
    private final TreeReader reader;
    private final Event<MessageAppending> appending;
    private final Settings settings;
    private final TokenCounter counter;

    private final List<MessagesStored.Change> changes = new ArrayList<>();

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

    /** Gives a message another text; null, and nothing written, when it is the same. */
    MessageUpdated update(MessageRow there, MessageBody message) {
        var stored =
                MessageBody.of(reader.rows.bodies(List.of(there.position())).get(there.position()));
        boolean sameTime = !message.hasTime() || Objects.equals(message.createdAt(), there.createdAt());
        if (sameTime && Arrays.equals(stored.fingerprint(), message.fingerprint())) {
            return null;
        }
        var event = new MessageAppending(name, message.completed(there.id(), there.createdAt()));
        appending.fire(event);
        var other = event.message().within(settings.messageMaxBytes()).countedBy(counter);
        var row = em.find(Message.class, there.position());
        boolean onPath = onLeafPath(there.position());
        int delta = other.tokens() - there.tokens();
        var leaf = session.leaf();
        if (isFree(row)) {
            row.rewrite(other);
            changes.add(new MessagesStored.Change(row.position(), other.json(), How.REPLACED));
            if (onPath) {
                leaf = isLeaf(there) ? rewritten(leaf, row, delta) : leaf.changed(delta, 0);
            }
            session.updated(false, leaf);
            return told(there, row.version(), other, row);
        }
        var edit = edit(row);
        edit.rewrite(row, other);
        var how = how(row);
        leave(row, how);
        changes.add(new MessagesStored.Change(row.position(), other.json(), how));
        session.updated(true, onPath ? leaf.changed(delta, 0) : leaf);
        return told(there, edit.version(), other, row, edit);
    }

    /** Whoever changes thousands in one transaction has none of them in memory, and none compared again at each query. */
    private MessageUpdated told(MessageRow there, int version, MessageBody other, Object... done) {
        em.flush();
        Arrays.stream(done).forEach(em::detach);
        return new MessageUpdated(name, there.id(), version, other.tokens());
    }

    private static Leaf rewritten(Leaf leaf, Message row, int delta) {
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

    /** Deletes living messages, and finds the leaf that is left. */
    void delete(List<MessageRow> messages) {
        var leaf = session.leaf();
        boolean leafGoes = false;
        for (var message : messages) {
            if (isLeaf(message)) {
                leafGoes = true;
            } else if (onLeafPath(message.position())) {
                leaf = leaf.changed(-message.tokens(), -1);
            }
            var row = em.find(Message.class, message.position());
            edit(row).delete(row);
            var how = how(row);
            leave(row, how);
            if (row.tree() == session.tree()) {
                row.die(how == How.REPLACED);
            }
            changes.add(new MessagesStored.Change(row.position(), null, how));
        }
        session.deleted(messages.size(), leaf);
        em.flush();
        if (leafGoes) {
            session.deleted(0, newLeaf());
        }
    }

    /**
     * The most recently appended message that is left; it has no children, because children are appended later. In a
     * fork without messages of its own it is the last inherited one.
     */
    private Leaf newLeaf() {
        var view = new TreeReader(em, session);
        var last = view.lastAppended(session.lastSeq()).or(view::lastInherited);
        return last.map(view::leaf).orElse(null);
    }

    private boolean isLeaf(MessageRow row) {
        return row.id().equals(session.leafId());
    }

    private boolean onLeafPath(Position position) {
        var leaf = session.leaf();
        return reader.stems.leadsTo(position, new Position(leaf.branch(), leaf.depth()));
    }

    /** The edit of a row; the row keeps its own version as the first. */
    private Edit edit(Message row) {
        var edit = em.find(Edit.class, Edit.keyOf(session.tree(), row.position()));
        if (edit == null) {
            edit = new Edit(session.tree(), row);
            em.persist(edit);
        }
        return edit;
    }

    /** True when its sums are counted on by no other row, and its text is read by this tree only. */
    private boolean isFree(Message row) {
        var next = new Position(row.position().branch(), row.position().depth() + 1);
        return row.tree() == session.tree()
                && reader.rows.isEmpty(next)
                && em.createQuery(
                                        "select count(b) from Branch b where b.parent = :branch and b.parentDepth >= :depth",
                                        Long.class)
                                .setParameter("branch", row.position().branch())
                                .setParameter("depth", row.position().depth())
                                .getSingleResult()
                        == 0
                && !isHeldByOthers(row)
                && !new OverlayReader(em, session, reader).endsAt(row.position())
                && em.find(Edit.class, Edit.keyOf(session.tree(), row.position())) == null;
    }

    /** What was written, in order. */
    List<MessagesStored.Change> changes() {
        return changes;
    }

    private How how(Message row) {
        return isHeldByOthers(row) ? How.BESIDE : How.REPLACED;
    }

    /** True when a fork's path holds the row. An inherited row is its source's to wipe. */
    private boolean isHeldByOthers(Message row) {
        return row.tree() != session.tree() || holds().contains(row.position());
    }

    /** What forks of this tree hold of it: one indexed query, nothing for most sessions. */
    private RetainedByForks holds() {
        if (retainedByForks == null) {
            retainedByForks = RetainedByForks.of(em, session.tree());
        }
        return retainedByForks;
    }

    /** The text of an own row that readers see no more: it goes at once, or when no fork holds it any more. */
    private void leave(Message row, How how) {
        var key = Edit.keyOf(session.tree(), row.position());
        if (how == How.REPLACED) {
            row.wipe();
        } else if (row.tree() == session.tree() && em.find(SupersededText.class, key) == null) {
            em.persist(new SupersededText(key));
        }
    }
}
