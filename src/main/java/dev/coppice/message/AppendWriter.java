package dev.coppice.message;

import dev.coppice.Settings;
import dev.coppice.db.DatabaseClock;
import dev.coppice.format.MessageBody;
import dev.coppice.format.TokenCounter;
import dev.coppice.message.Append.Parent;
import dev.coppice.session.Session;
import dev.coppice.session.SessionName;
import jakarta.enterprise.event.Event;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the messages of one append. An append reads only the stored messages whose ids the request contains (by
 * {@link AppendClassifier}), and the parent below which it appends. It need not read the path above the parent to know
 * the path's tokens and bytes: the session's row stores these sums for the leaf, and each message's row stores them for
 * the path down to itself. For one transaction; not thread-safe.
 *
 * <p>The following list contains the statements of an append in the order in which the database executes them. Brackets
 * name the case in which the statements after them run. Inserts of messages and the update of the session wait for the
 * flush at the end of {@link Messages#append}, unless a query on the same tables flushes them earlier.
 * <ol>
 *   <li>{@link dev.coppice.session.Sessions#lock}: {@code select session for update} by name, after the in-memory
 *       queue; if the request has one message, also counts the rows with its id; [the session has an agent]
 *       {@code select} of its limits; [{@code create=true} and the session is missing] {@code insert} of tree and
 *       session;
 *   <li>{@link AppendClassifier#classify}: [the request has ids that may exist] {@code select message} by tree and ids,
 *       64 ids per statement, first for each tree that a fork inherits from, then for its own tree; [an id exists]
 *       {@code select} of the fingerprint with which the existing message was first sent, of its body unless this
 *       fingerprint is the same, and of its parent;
 *   <li>{@link #replace}: [{@code onExisting} is {@code replace} and an existing message has another value] the
 *       statements of {@link MessageEditor#update}, for each such message;
 *   <li>{@link #insert}: [the session's retention limit has removed messages] {@code select message} by ids, and {@code
 *       update message} to free an id that is used again; [the parent is not the leaf] {@code select} of the parent, of
 *       the row after it and of the sums of edits on its path, for each stored parent that the request names; [a branch
 *       begins] {@code insert branch}, at once, because the database generates its id;
 *   <li>{@link Messages#append}: [the session has overlays (stored compactions), and a message was replaced or the
 *       request did more than append below the leaf] flush, then {@code select overlay} to recount tokens; [the path
 *       exceeds {@code maxMessages}] the statements of {@link Retention};
 *   <li>observers of {@link dev.coppice.session.SessionChange}: {@code eventlog.EventWriter} executes {@code insert
 *       event_log} at once for all events, before the inserts of messages, unless a query above has flushed them;
 *   <li>observers of {@link MessagesStored}: [a message loads a skill] {@code context.SkillObserver} selects and
 *       persists rows of loaded skills, and logs their events through {@code EventWriter};
 *   <li>[the request has a state patch] {@code state.States}: {@code select session_state}, {@code insert event_log};
 *   <li>flush: {@code insert message} for each new message, in JDBC batches of at most 200; the inserts of loaded
 *       skills; {@code update session} with leaf, totals and version; insert or update of the state.
 * </ol>
 */
final class AppendWriter {
    private final EntityManager em;
    private final SessionName name;
    private final Session session;
    private final TreeReader reader;
    private final Settings settings;
    private final Event<MessageAppending> appending;
    private final TokenCounter counter;
    private final InsertPoints insertPoints;
    private final List<MessagesStored.Change> changes = new ArrayList<>();
    private boolean extendsLeafPath;

    AppendWriter(
            EntityManager em,
            SessionName name,
            Session session,
            TreeReader reader,
            Settings settings,
            Event<MessageAppending> appending,
            TokenCounter counter) {
        this.em = em;
        this.name = name;
        this.session = session;
        this.reader = reader;
        this.settings = settings;
        this.appending = appending;
        this.counter = counter;
        this.insertPoints = new InsertPoints(em, session, reader);
    }

    /**
     * Replaces the body of each stored message for which the batch has another one. The messages keep their parents.
     */
    void replace(AppendBatch batch) {
        var editor = new MessageEditor(em, name, session, reader, appending, settings, counter);
        batch.links().stream()
                .filter(AppendBatch.Link::isReplacement)
                .forEach(link -> batch.replaced(link, editor.update(link.existing(), link.message())));
        changes.addAll(editor.changes());
    }

    /**
     * Persists the new messages of the batch, at least one, and updates the session's leaf. The next flush inserts them
     * in JDBC batches of at most 200. A single message is inserted without a batch, because H2 creates an exception
     * object for each batch, which takes time. Throws 404 {@code unknown-parent} if a parent does not exist, and the
     * errors of {@link #prepared}.
     *
     * @param parent parent of the first new message, unless the request names another one for it
     */
    void insert(AppendBatch batch, Append append, Parent parent) {
        freeIds(batch);
        var places = new AppendPlaces(insertPoints, reader, parent);
        if (append.isTree()) {
            places.findParents(append);
        }
        extendsLeafPath = !append.isTree() && places.current().isAt(session.leaf());
        long seq = session.takeSeq(batch.newCount());
        int inserted = 0;
        for (var link : batch.links()) {
            if (link.existing() == null) {
                insert(batch, link, places.place(link.parent()), seq++, places);
                inserted++;
            } else if (append.isTree() || !parent.isLeaf()) {
                places.moveBelow(link.existing());
                extendsLeafPath = false;
            }
        }
        if (inserted == 1) {
            em.unwrap(org.hibernate.Session.class).setJdbcBatchSize(1);
        }
        session.recordAppend(inserted, places.current().leaf());
    }

    private void insert(AppendBatch batch, AppendBatch.Link link, InsertPoint place, long seq, AppendPlaces places) {
        var message = prepared(link.message());
        var point = place.withPosition(em, session.tree(), seq);
        var row = new Message(
                point.position(),
                session.tree(),
                seq,
                message,
                link.fingerprint(),
                point.pathTokens(),
                point.pathBytes());
        em.persist(row);
        batch.inserted(link, row, point.parentId());
        changes.add(new MessagesStored.Change(row.position(), message.json(), MessagesStored.How.NEW));
        places.inserted(row, point);
    }

    /**
     * Makes the ids of the batch's new messages available, if messages that the limit {@code maxMessages} removed
     * earlier have these ids. Changes the rows of the removed messages as {@link Message#markDeleted} does for rows
     * that forks read, but by update statements: the purge may delete such a row at the same time, and the update of a
     * missing row is no error, unlike a change of its entity.
     */
    private void freeIds(AppendBatch batch) {
        if (session.isTrimmed()) {
            var ids = batch.links().stream()
                    .filter(link -> link.existing() == null && link.message().id() != null)
                    .map(link -> link.message().id())
                    .toList();
            reader.ownRows(ids, true).forEach(row -> em.createQuery(
                            """
                            update Message m set m.gone = m.seq, m.seq = -m.seq
                            where m.position.branch = :branch and m.position.depth = :depth and m.gone = 0""")
                    .setParameter("branch", row.position().branch())
                    .setParameter("depth", row.position().depth())
                    .executeUpdate());
        }
    }

    /**
     * True if all new messages were appended below the session's old leaf, so that the path to the leaf has only become
     * longer. False if the leaf may have moved to another branch; always false if the request names parents for
     * individual messages. Call it after {@link #insert}.
     */
    boolean extendsLeafPath() {
        return extendsLeafPath;
    }

    /** Returns the messages that this object has written so far, in the order of writing. */
    List<MessagesStored.Change> changes() {
        return changes;
    }

    /**
     * Returns the message in the form in which it is stored. Adds an id and a time if they are missing, lets observers
     * of {@link MessageAppending} replace or veto the message, checks its size and counts its tokens. Throws 422
     * {@code append-vetoed} if an observer vetoes the message, 413 {@code too-large} if it is too large.
     */
    private MessageBody prepared(MessageBody message) {
        long now = DatabaseClock.now();
        var event = new MessageAppending(name, message.completed(MessageIds.next(now), now));
        appending.fire(event);
        return event.message().checkSize(settings.messageMaxBytes()).countedBy(counter);
    }
}
