package dev.coppice.message;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
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
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Writes the messages of one append. Reads only the rows of the ids in the request and the parent's row: the totals of
 * the path above are in the session's row or in the parent's. For one transaction; not thread-safe.
 *
 * <p>The statements of an append, in their order; those in brackets run only in the case named:
 * <ol>
 * <li>{@link dev.coppice.session.Sessions#lock}: {@code select session for update} by name, after the in-memory queue;
 * [the session has an agent] {@code select} of its limits; [{@code create=true} and the session is missing] {@code
 * insert} of tree and session;
 * <li>{@link #skipExisting}: [the request has ids] {@code select message} by tree and ids, 64 ids a statement, once
 * more for each tree that a fork inherits from; [an id exists] {@code select} of the existing body and parent;
 * <li>{@link #insert}: [the parent is not the leaf] {@code select} of the parent, of the row after it and of the sums
 * of edits on its path; [a branch begins] {@code insert branch}; {@code insert message} for each new message, sent as
 * one JDBC batch when the transaction flushes; [messages are beyond retention and an id is used again] {@code update
 * message} to free the id;
 * <li>{@link Messages#append}: [the leaf moved to another branch and the session has overlays] {@code select overlay}
 * to recount tokens; [the path exceeds {@code maxMessages}] the statements of {@link Retention};
 * <li>observers of {@link dev.coppice.session.SessionChange}, in the same transaction: {@code eventlog.EventLog}
 * inserts one row per event into {@code event_log}, as one JDBC batch;
 * <li>observers of {@link MessagesStored}: [a message has a call that loads a skill, or the output of one] {@code
 * context.LoadedSkills} selects and inserts rows of loaded skills;
 * <li>flush: {@code update session} with leaf, totals and version.
 * </ol>
 */
final class AppendWriter {
    private static final String SYNTHETIC = "synthetic";
    private static final String TRIMMED = "trimmed";

    private final EntityManager em;
    private final SessionName name;
    private final Session session;
    private final Settings settings;
    private final Event<MessageAppending> appending;
    private final TokenCounter counter;
    private final TreeReader reader;
    private final List<MessagesStored.Change> changes = new ArrayList<>();
    private boolean extendsLeafPath;

    AppendWriter(
            EntityManager em,
            SessionName name,
            Session session,
            Settings settings,
            Event<MessageAppending> appending,
            TokenCounter counter) {
        this.em = em;
        this.name = name;
        this.session = session;
        this.settings = settings;
        this.appending = appending;
        this.counter = counter;
        this.reader = new TreeReader(em, session);
    }

    /**
     * Separates new messages from existing ones, which are acknowledged and not written again; 409 {@code
     * message-exists} when an existing message has another value. A client that sends its whole conversation also sends
     * messages that are beyond retention: those in front of an existing message are skipped.
     */
    AppendBatch skipExisting(List<MessageBody> messages, Parent parent) {
        var batch = new AppendBatch(name);
        var stored = reader.findAll(messages.stream()
                .filter(message -> message.id() != null && !message.isReserved())
                .map(MessageBody::id)
                .collect(Collectors.toSet()));
        var inRequest = new HashMap<String, byte[]>();
        boolean isBeyondRetention = session.isTrimmed()
                && parent.leaf()
                && messages.stream().anyMatch(message -> stored.containsKey(message.id()));
        for (var message : messages) {
            message.checkSize(settings.messageMaxBytes());
            isBeyondRetention = isBeyondRetention && !stored.containsKey(message.id());
            if (message.isReserved()) {
                batch.skip(message.id(), SYNTHETIC);
            } else if (message.id() == null) {
                batch.addNew(message, message.fingerprint());
            } else if (isBeyondRetention) {
                batch.skip(message.id(), TRIMMED);
            } else {
                addOnce(message, stored.get(message.id()), inRequest, batch);
            }
        }
        return batch;
    }

    /** Adds a message with an id once, however often the request contains it. */
    private void addOnce(MessageBody message, MessageRow existing, Map<String, byte[]> inRequest, AppendBatch batch) {
        var fingerprint = message.fingerprint();
        var earlier = inRequest.putIfAbsent(message.id(), fingerprint);
        if (earlier != null) {
            if (!Arrays.equals(earlier, fingerprint)) {
                throw alreadyExists(message.id());
            }
        } else if (existing == null) {
            batch.addNew(message, fingerprint);
        } else {
            checkSame(existing, message, fingerprint);
            batch.addExisting(existing, reader);
        }
    }

    /** Accepts the value that was sent originally, or the stored one. */
    private void checkSame(MessageRow existing, MessageBody message, byte[] fingerprint) {
        var stored =
                MessageBody.of(reader.rows.bodies(List.of(existing.position())).get(existing.position()));
        boolean hasSameTime = !message.hasTime() || Objects.equals(message.createdAt(), existing.createdAt());
        var sent = em.find(Message.class, existing.position());
        if (!hasSameTime || !(sent.wasSentAs(fingerprint) || Arrays.equals(stored.fingerprint(), fingerprint))) {
            throw alreadyExists(message.id());
        }
    }

    private static Problem alreadyExists(String id) {
        return new Problem(Code.MESSAGE_EXISTS, "A message with the id " + id + " and another value exists.");
    }

    /** Inserts the new messages of the batch; sent as one JDBC batch. */
    void insert(AppendBatch batch, Parent parent) {
        freeIds(batch);
        boolean hasGivenParent = !parent.leaf();
        var point = insertPoint(parent);
        extendsLeafPath = point.isAt(session.leaf());
        long seq = session.takeSeq(batch.newCount());
        int inserted = 0;
        for (var link : batch.links()) {
            if (link.existing() != null) {
                if (hasGivenParent) {
                    point = under(link.existing());
                    extendsLeafPath = false;
                }
                continue;
            }
            var message = prepared(link.message());
            point = point.withPosition(em, session.tree(), seq);
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
            point = point.after(row);
            seq++;
            inserted++;
        }
        session.recordAppend(inserted, point.leaf());
    }

    /**
     * Frees the ids of messages that are beyond retention and not yet purged, as {@link Message#markDeleted} does. By a
     * statement, because the purge may delete the row concurrently.
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

    /** True when the new leaf's path is the old leaf's path followed by the new messages. */
    boolean extendsLeafPath() {
        return extendsLeafPath;
    }

    /** The changes written so far, in order. */
    List<MessagesStored.Change> changes() {
        return changes;
    }

    /**
     * The message as it is stored: completed, offered to the observers of {@link MessageAppending}, checked against its
     * size limit, its tokens counted.
     */
    private MessageBody prepared(MessageBody message) {
        long now = DatabaseClock.now();
        var event = new MessageAppending(name, message.completed(MessageIds.next(now), now));
        appending.fire(event);
        return event.message().checkSize(settings.messageMaxBytes()).countedBy(counter);
    }

    private InsertPoint insertPoint(Parent parent) {
        if (parent.leaf()) {
            return session.leaf() == null ? InsertPoint.ROOT : InsertPoint.under(session.leaf());
        }
        if (parent.id() == null) {
            return InsertPoint.ROOT;
        }
        if (parent.id().equals(session.leafId())) {
            return InsertPoint.under(session.leaf());
        }
        return parent.id().startsWith(Ids.RESERVED) ? underSummary(parent.id()) : under(find(parent.id()));
    }

    private MessageRow find(String parentId) {
        return reader.find(parentId).orElseThrow(AppendWriter::unknownParent);
    }

    private static Problem unknownParent() {
        return new Problem(Code.UNKNOWN_PARENT, "No message with the parent's id exists.");
    }

    /**
     * A summary's id as the parent means the last message that the summary replaces. If that message was deleted, the
     * new branch starts below its row all the same: the summary applies only to paths through that row.
     */
    private InsertPoint underSummary(String id) {
        var end = new OverlayReader(em, session, reader)
                .find(id)
                .orElseThrow(AppendWriter::unknownParent)
                .to();
        var live = reader.liveAtOrAbove(end);
        return live.filter(row -> row.position().equals(end))
                .map(this::under)
                .orElseGet(() -> under(end, live.map(MessageRow::id).orElse(null)));
    }

    /** The insert point under any message. */
    private InsertPoint under(MessageRow parent) {
        return parent.id().equals(session.leafId())
                ? InsertPoint.under(session.leaf())
                : under(parent.position(), parent.id());
    }

    /**
     * The insert point under a row: queries whether a row follows, and the edits above if there are any.
     *
     * @param parentId id of the parent as clients see it
     */
    private InsertPoint under(Position position, String parentId) {
        var next = new Position(position.branch(), position.depth() + 1);
        boolean tip = reader.branches.get(position.branch()).tree() == session.tree() && reader.rows.hasNoRowAt(next);
        return InsertPoint.under(reader.leaf(position, parentId, tip));
    }
}
