package dev.coppice.message;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.api.Precondition;
import dev.coppice.format.MessageBody;
import dev.coppice.message.Append.Parent;
import dev.coppice.session.Session;
import dev.coppice.session.SessionChange;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import dev.coppice.session.Trees;
import jakarta.ejb.Stateless;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;

/**
 * Appends, changes and deletes messages; the only writer of their rows. Each method is one transaction, or part of the
 * caller's, and begins with the lock of the session's row: writers of one session follow each other in one order.
 * Refused calls write nothing.
 */
@Stateless
public class Messages {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    @Inject
    private Trees trees;

    @Inject
    private Settings settings;

    @Inject
    private TokenCounters counters;

    @Inject
    private Event<MessageAppending> appending;

    @Inject
    private Event<SessionChange> happened;

    @Inject
    private Event<MessagesStored> stored;

    /**
     * Appends messages in one transaction, all or none, at a cost that does not depend on the session's length. A message
     * that is there already with the same value is acknowledged and not written again, so a retry is safe, also when the
     * leaf has moved since; another value under its id is 409 {@code message-exists}. Without a parent the new messages
     * continue at the leaf, so that a client that always sends all it has never makes a branch by accident; under a given
     * parent the messages of the call chain to each other, those that are there included. Echoed summaries
     * ({@code compaction_…}) are skipped. What the leaf's path has more than the session retains leaves it.
     *
     * @param create true makes a session that is missing
     */
    public Appended append(SessionName name, Append append, boolean create, Precondition expected) {
        var session = sessions.lock(name, create);
        var writer = new AppendWriter(em, name, session, settings, appending, counters.of(session));
        var known = writer.recognise(append.messages(), append.parent());
        if (known.allThere()) {
            return appended(session, known.items(), 0);
        }
        session.refuseIfEnded();
        Sessions.checked(session, expected);
        writer.insert(known, parent(session, append));
        if (!writer.isExtending()) {
            summarise(session);
        }
        int trimmed = Retention.apply(em, session);
        tell(name, session, known.events(), writer.changes());
        return appended(session, known.items(), trimmed);
    }

    /** Where the first new message belongs, when the leaf is, or is not, the one that the sender expects. */
    private static Parent parent(Session session, Append append) {
        var expected = append.expectedLeaf();
        if (expected == null || Objects.equals(expected.id(), session.leafId())) {
            return append.parent();
        }
        return switch (expected.onConflict()) {
            case REJECT -> throw new Problem(Code.STALE_LEAF, "The leaf is another message by now.")
                    .with("leafId", session.leafId());
            case BRANCH -> append.parent() != Parent.LEAF
                    ? append.parent()
                    : expected.id() == null ? Parent.ROOT : Parent.of(expected.id());
            case APPEND -> append.parent();
        };
    }

    /**
     * Replaces a message, or appends it when its id is new. Without a time the stored one stays. An equal value writes
     * nothing.
     *
     * @param parent where a new message belongs; a message that is there stays where it is
     * @param expected of the message's version
     */
    public Appended put(SessionName name, MessageBody message, Parent parent, Precondition expected) {
        var session = sessions.lock(name, Precondition.NONE);
        var reader = new TreeReader(em, session);
        var found = reader.find(message.id());
        if (found.isEmpty()) {
            expected.checkAbsent();
            return append(name, new Append(List.of(message), parent, null), false, Precondition.NONE);
        }
        expected.check(found.get().version());
        var editor = editor(name, session, reader);
        var event = editor.update(found.get(), message);
        var now = event == null ? found.get() : reader.get(message.id());
        var item = new Appended.Item(
                now.id(),
                reader.parent(now.position()).map(MessageRow::id).orElse(null),
                false,
                now.tokens(),
                null,
                now.version());
        if (event != null) {
            summarise(session);
            tell(name, session, List.of(event), editor.changes());
        }
        return appended(session, List.of(item), 0);
    }

    /** Replaces a message that is there; 404 {@code message-not-found} otherwise. */
    public Appended update(SessionName name, MessageBody message, Precondition expected) {
        return put(name, message, Parent.LEAF, new Precondition(expected.versions(), true, expected.absent()));
    }

    /** What a delete did; unknown ids are told, not fatal. */
    public record Deleted(List<String> deleted, List<String> unknown) {}

    /**
     * Deletes messages. Their children belong to the nearest survivor above; nothing else changes its place. When the
     * leaf goes, the leaf is the most recently appended message that has no children.
     */
    public Deleted delete(SessionName name, List<String> ids) {
        var session = sessions.lock(name, Precondition.NONE);
        var reader = new TreeReader(em, session);
        var editor = editor(name, session, reader);
        var deleted = new ArrayList<MessageRow>();
        var unknown = new ArrayList<String>();
        for (var id : new LinkedHashSet<>(ids)) {
            reader.find(id).ifPresentOrElse(deleted::add, () -> unknown.add(id));
        }
        var gone = deleted.stream().map(MessageRow::id).toList();
        if (!deleted.isEmpty()) {
            editor.delete(deleted);
            summarise(session);
            tell(name, session, List.of(new MessagesDeleted(name, gone)), editor.changes());
            em.flush();
        }
        return new Deleted(gone, unknown);
    }

    /** Deletes one message; 404 {@code message-not-found} when it is not there. */
    public void delete(SessionName name, String id, Precondition expected) {
        var session = sessions.lock(name, Precondition.NONE);
        var reader = new TreeReader(em, session);
        var row = reader.get(id);
        expected.check(row.version());
        var editor = editor(name, session, reader);
        editor.delete(List.of(row));
        summarise(session);
        tell(name, session, List.of(new MessagesDeleted(name, List.of(id))), editor.changes());
    }

    /** Removes all messages at once, at a cost that does not depend on their number; their rows are purged afterwards. */
    public void clear(SessionName name, Precondition expected) {
        var session = sessions.lock(name, expected);
        int messages = session.messageCount();
        session.cleared(trees.replace(session));
        happened.fire(new SessionChange(session, List.of(new HistoryCleared(name, messages))));
        em.flush();
    }

    /** After anything but a message at its end has changed the leaf's path. */
    private void summarise(Session session) {
        if (session.hasOverlays()) {
            em.flush();
            OverlayReader.count(em, session);
        }
    }

    private MessageEditor editor(SessionName name, Session session, TreeReader reader) {
        return new MessageEditor(em, name, session, reader, appending, settings, counters.of(session));
    }

    /** Flushes and answers: only now the version is known. */
    private Appended appended(Session session, List<Appended.Item> items, int trimmed) {
        em.flush();
        return new Appended(items, session.leafId(), session.tokens(), session.version(), trimmed);
    }

    private void tell(
            SessionName name,
            Session session,
            List<? extends SessionEvent> events,
            List<MessagesStored.Change> changes) {
        happened.fire(new SessionChange(session, events));
        stored.fire(new MessagesStored(name, session, changes));
    }
}
