package dev.coppice.message;

import dev.coppice.Settings;
import dev.coppice.api.Precondition;
import dev.coppice.format.MessageBody;
import dev.coppice.message.Append.Parent;
import dev.coppice.message.MessageEvent.HistoryCleared;
import dev.coppice.message.MessageEvent.MessagesDeleted;
import dev.coppice.session.Session;
import dev.coppice.session.SessionChange;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import dev.coppice.session.SessionVersion;
import dev.coppice.session.Sessions;
import dev.coppice.session.Trees;
import dev.coppice.state.PatchedState;
import dev.coppice.state.States;
import jakarta.ejb.Stateless;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * Appends, updates and deletes messages. Only this class and the purges write message rows. Each method is a
 * transaction of its own, or part of a transaction that is already running. It first locks the session's row, so the
 * writes of a session run one after another. A refused request writes nothing.
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
    private TokenCounters tokenCounters;

    @Inject
    private States states;

    @Inject
    private Event<MessageAppending> appending;

    @Inject
    private Event<SessionChange> sessionChanges;

    @Inject
    private Event<MessagesStored> messagesStored;

    /**
     * Appends all messages of a request or none. The cost does not depend on the session's length; {@link AppendWriter}
     * lists the statements. If a message of the request is already stored with the same id and value, it is
     * acknowledged, not written again. So a retry is safe even after other messages were appended. If it is stored with
     * another value, {@link Append#onExisting} decides. Summaries that a client sends back (their ids begin with
     * {@code compaction_}) are skipped. If the request names no parent, the new messages are appended at the session's
     * leaf, that is, after the message appended last. So a client that always sends its whole conversation never
     * creates a branch by accident. If the request names a parent, each of its messages is the parent of the next,
     * existing messages included. If the path to the leaf then has more than {@code maxMessages} messages, its oldest
     * ones are removed from the session.
     *
     * <p>The last new message becomes the leaf. But if the request names a parent, or parents for individual messages
     * ({@link Append#parents}), and at least one of its messages is new, its last message becomes the leaf, even if
     * that one is an existing message. A state patch is applied in the same transaction if the append writes a message.
     *
     * <p>Throws 404 {@code session-not-found} if the session does not exist and {@code create} is false, 412
     * {@code stale-version} if it does not exist, {@code create} is true, and {@code expected} requires that it exists,
     * 409 {@code message-exists} if a message exists with another value and {@code onExisting} is {@code REJECT}, 413
     * {@code too-large} if a message is too large. The following errors occur only if there is something to write: 404
     * {@code unknown-parent} if a message is new and its parent does not exist, 422 {@code append-vetoed} if an
     * observer vetoes a message, 409 {@code session-ended} if a message is new and the session has ended, 412
     * {@code stale-version} if {@code expected} is not met, 409 {@code stale-leaf} if the leaf is not the expected one
     * and {@code onConflict} is {@code REJECT}, and the errors of a state patch. Also throws 429 {@code rate-limited}
     * if the session would be created and the tenant has as many sessions as its quota allows, and 503 {@code busy} as
     * {@link Sessions#lock(SessionName, Precondition)} does.
     *
     * @param create true to create the session if it does not exist
     * @param expected precondition on the session's version before the append; a session that the append creates did
     *     not exist before
     */
    public Appended append(SessionName name, Append append, boolean create, Precondition expected) {
        var locked = sessions.lock(name, create, append.onlyId().orElse(null), expected);
        var session = locked.session();
        var reader = new TreeReader(em, session);
        var writer = new AppendWriter(em, name, session, reader, settings, appending, tokenCounters.of(session));
        var batch = new AppendClassifier(em, name, session, reader, settings).classify(append, locked.lacksMessage());
        if (!batch.changesNothing()) {
            write(session, append, locked.isCreated() ? Precondition.NONE : expected, writer, batch);
        }
        int trimmed = batch.isWritten() ? Retention.apply(em, session) : 0;
        if (batch.isWritten()) {
            fireNotices(name, session, batch.events(), writer.changes());
        }
        return appended(session, batch.items(), trimmed, patchedState(name, session, append, batch.isWritten()));
    }

    /**
     * Applies the state patch of an append that has written messages; returns null if the append has no patch. If all
     * messages existed already, the request is a retry whose patch was applied before. Then the patch is not applied
     * again, because it could overwrite a later state.
     */
    private PatchedState patchedState(SessionName name, Session session, Append append, boolean isWritten) {
        if (append.statePatch() == null) {
            return null;
        }
        return isWritten
                ? new PatchedState(
                        states.patch(name, session, append.statePatch()).version(), true)
                : new PatchedState(states.version(session), false);
    }

    /**
     * Checks the preconditions and writes the messages of {@code batch}. If the session has ended, existing messages
     * can still be replaced, but new messages are refused.
     */
    private void write(Session session, Append append, Precondition expected, AppendWriter writer, AppendBatch batch) {
        boolean inserts = batch.newCount() > 0;
        if (inserts) {
            session.refuseIfEnded();
        }
        SessionVersion.check(session, expected);
        var parent = append.parentAt(session.leafId());
        if (batch.hasReplacements()) {
            writer.replace(batch);
        }
        if (inserts) {
            writer.insert(batch, append, parent);
        }
        if (batch.hasReplacements() || !writer.extendsLeafPath()) {
            recountOverlayTokens(session);
        }
    }

    /**
     * Replaces the message that has the same id, or appends the message if its id is new. If a replacement has no
     * {@code createdAt}, the stored time is kept. If the new value equals the stored one, nothing is written. Throws
     * 404 {@code session-not-found}, 412 {@code stale-version} if {@code expected} is not met, 404
     * {@code unknown-parent} if the message is new and its parent does not exist, 409 {@code session-ended} if the
     * message is new and the session has ended, 422 {@code append-vetoed} if an observer vetoes the message, 413
     * {@code too-large} if it is too large.
     *
     * @param message the message, with an id
     * @param parent parent of the message if it is new; an existing message keeps its parent
     * @param expected precondition on the message's version
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
        var stored = event == null ? found.get() : reader.get(message.id());
        var item = existing(stored, reader);
        if (event != null) {
            recountOverlayTokens(session);
            fireNotices(name, session, List.of(event), editor.changes());
        }
        return appended(session, List.of(item), 0, null);
    }

    private static Appended.Item existing(MessageRow row, TreeReader reader) {
        var parentId = reader.parent(row.position()).map(MessageRow::id).orElse(null);
        return new Appended.Item(row.id(), parentId, false, row.tokens(), null, row.version());
    }

    /**
     * Replaces the message that has the same id and keeps its place, as {@link #put} does. Throws 404
     * {@code session-not-found} or {@code message-not-found}, 412 {@code stale-version} if {@code expected}, the
     * precondition on the message's version, is not met, 422 {@code append-vetoed} if an observer vetoes the message,
     * 413 {@code too-large} if it is too large.
     */
    public Appended update(SessionName name, MessageBody message, Precondition expected) {
        new TreeReader(em, sessions.lock(name, Precondition.NONE)).get(message.id());
        return put(name, message, Parent.LEAF, expected);
    }

    /**
     * The result of a delete.
     *
     * @param deleted ids of the deleted messages
     * @param unknown given ids that belong to no message, or to a message deleted before; such ids are no error
     */
    public record Deleted(List<String> deleted, List<String> unknown) {}

    /**
     * Deletes the messages with these ids; unknown ids are no error. The children of a deleted message become children
     * of the nearest message above that is not deleted. No other message changes its place. If the session's leaf is
     * deleted, the message appended last among those without children becomes the leaf. Throws 404
     * {@code session-not-found}.
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
        var deletedIds = deleted.stream().map(MessageRow::id).toList();
        if (!deleted.isEmpty()) {
            editor.delete(deleted);
            recountOverlayTokens(session);
            fireNotices(name, session, List.of(new MessagesDeleted(name, deletedIds)), editor.changes());
            em.flush();
        }
        return new Deleted(deletedIds, unknown);
    }

    /**
     * Deletes the message with this id, with the same effect on its children and on the leaf as
     * {@link #delete(SessionName, List)} has. Throws 404 {@code session-not-found} or {@code message-not-found}, 412
     * {@code stale-version} if {@code expected}, the precondition on the message's version, is not met.
     */
    public void delete(SessionName name, String id, Precondition expected) {
        var session = sessions.lock(name, Precondition.NONE);
        var reader = new TreeReader(em, session);
        var row = reader.get(id);
        expected.check(row.version());
        var editor = editor(name, session, reader);
        editor.delete(List.of(row));
        recountOverlayTokens(session);
        fireNotices(name, session, List.of(new MessagesDeleted(name, List.of(id))), editor.changes());
    }

    /**
     * Removes all messages of a session. Their rows are purged later, so the cost does not depend on their number.
     * Throws 404 {@code session-not-found}, 412 {@code stale-version} if {@code expected} is not met.
     */
    public void clear(SessionName name, Precondition expected) {
        var session = sessions.lock(name, expected);
        int messages = session.messageCount();
        session.recordClear(trees.replace(session));
        sessionChanges.fire(new SessionChange(session, List.of(new HistoryCleared(name, messages))));
        em.flush();
    }

    /**
     * Stores in the session how much the compactions change the tokens of the path to its leaf. Must be called after
     * any change of the path to the leaf, except an append at its end. Does nothing if the session has no compactions.
     */
    private void recountOverlayTokens(Session session) {
        if (session.hasOverlays()) {
            em.flush();
            OverlayReader.recountTokens(em, session);
        }
    }

    private MessageEditor editor(SessionName name, Session session, TreeReader reader) {
        return new MessageEditor(em, name, session, reader, appending, settings, tokenCounters.of(session));
    }

    /**
     * Returns the result of an append. Flushes the changes to the database first, because the flush determines the
     * session's version.
     */
    private Appended appended(Session session, List<Appended.Item> items, int trimmed, PatchedState state) {
        em.flush();
        return new Appended(items, session.leafId(), session.tokens(), session.version(), trimmed, state);
    }

    private void fireNotices(
            SessionName name,
            Session session,
            List<? extends SessionEvent> events,
            List<MessagesStored.Change> changes) {
        sessionChanges.fire(new SessionChange(session, events));
        messagesStored.fire(new MessagesStored(name, session, changes));
    }
}
