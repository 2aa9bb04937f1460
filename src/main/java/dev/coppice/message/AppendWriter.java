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
import java.util.stream.Collectors;

/**
 * Writes the messages of one append. It reads no more than the rows of the ids that the call names, and its parent's:
 * what it needs of the path above stands in the session's row or in the parent's.
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
    private boolean extending;

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
     * Tells which messages of the call are there already; 409 {@code message-exists} for another one of the same id. A
     * client that sends all it has at the leaf sends what the session has let go of, too: whatever stands in front of a
     * message that is there cannot belong behind it.
     */
    AppendBatch recognise(List<MessageBody> messages, Parent parent) {
        var batch = new AppendBatch(name);
        var stored = reader.findAll(messages.stream()
                .filter(message -> message.id() != null && !message.isReserved())
                .map(MessageBody::id)
                .collect(Collectors.toSet()));
        var inCall = new HashMap<String, byte[]>();
        boolean old = session.isTrimmed()
                && parent.leaf()
                && messages.stream().anyMatch(message -> stored.containsKey(message.id()));
        for (var message : messages) {
            message.within(settings.messageMaxBytes());
            old = old && !stored.containsKey(message.id());
            if (message.isReserved()) {
                batch.skip(message.id(), SYNTHETIC);
            } else if (message.id() == null) {
                batch.add(message, message.fingerprint());
            } else if (old) {
                batch.skip(message.id(), TRIMMED);
            } else {
                recognise(message, stored.get(message.id()), inCall, batch);
            }
        }
        return batch;
    }

    /** A message with an id counts once, however often it stands in the call. */
    private void recognise(MessageBody message, MessageRow there, Map<String, byte[]> inCall, AppendBatch batch) {
        var fingerprint = message.fingerprint();
        var before = inCall.putIfAbsent(message.id(), fingerprint);
        if (before != null) {
            if (!Arrays.equals(before, fingerprint)) {
                throw exists(message.id());
            }
        } else if (there == null) {
            batch.add(message, fingerprint);
        } else {
            checkSame(there, message, fingerprint);
            batch.there(there, reader);
        }
    }

    /** The same as what was sent then, or as what is stored now. */
    private void checkSame(MessageRow there, MessageBody message, byte[] fingerprint) {
        var stored =
                MessageBody.of(reader.rows.bodies(List.of(there.position())).get(there.position()));
        boolean time = !message.hasTime() || message.createdAt() == there.createdAt();
        var sent = em.find(Message.class, there.position());
        if (!time || !(sent.wasSentAs(fingerprint) || Arrays.equals(stored.fingerprint(), fingerprint))) {
            throw exists(message.id());
        }
    }

    private static Problem exists(String id) {
        return new Problem(Code.MESSAGE_EXISTS, "Another message has the id " + id + ".");
    }

    /** Writes the new messages of the batch under the parent; one JDBC batch, one step of the session's counters. */
    void insert(AppendBatch batch, Parent parent) {
        freeIds(batch);
        boolean chained = !parent.leaf();
        var at = place(parent);
        extending = at.isAt(session.leaf());
        long seq = session.takeSeq(batch.size());
        int inserted = 0;
        for (var link : batch.links()) {
            if (link.there() != null) {
                if (chained) {
                    at = under(link.there());
                    extending = false;
                }
                continue;
            }
            var message = admitted(link.message());
            at = at.onward(em, session.tree(), seq);
            var row = new Message(
                    at.position(), session.tree(), seq, message, link.fingerprint(), at.pathTokens(), at.pathBytes());
            em.persist(row);
            batch.inserted(link, row, at.parentId());
            changes.add(new MessagesStored.Change(row.position(), message.json(), MessagesStored.How.NEW));
            at = at.behind(row);
            seq++;
            inserted++;
        }
        session.appended(inserted, at.leaf());
    }

    /**
     * What the session has let go of, and nobody has purged yet, gives up its id, as by {@link Message#die}. By a statement,
     * because the purge may take the row in between.
     */
    private void freeIds(AppendBatch batch) {
        if (session.isTrimmed()) {
            var ids = batch.links().stream()
                    .filter(link -> link.there() == null && link.message().id() != null)
                    .map(link -> link.message().id())
                    .toList();
            reader.own(ids, true).forEach(row -> em.createQuery(
                            """
                            update Message m set m.gone = m.seq, m.seq = -m.seq
                            where m.position.branch = :branch and m.position.depth = :depth and m.gone = 0""")
                    .setParameter("branch", row.position().branch())
                    .setParameter("depth", row.position().depth())
                    .executeUpdate());
        }
    }

    /** True when the new leaf's path is the old one's with the new messages at its end. */
    boolean isExtending() {
        return extending;
    }

    /** What was written, in order. */
    List<MessagesStored.Change> changes() {
        return changes;
    }

    /** The message as it will be stored: completed, seen by the observers, still within its limit, counted. */
    private MessageBody admitted(MessageBody message) {
        long now = DatabaseClock.now();
        var event = new MessageAppending(name, message.completed(MessageIds.next(now), now));
        appending.fire(event);
        return event.message().within(settings.messageMaxBytes()).countedBy(counter);
    }

    private InsertPoint place(Parent parent) {
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
        return new Problem(Code.UNKNOWN_PARENT, "No message of the parent's id exists.");
    }

    /**
     * A summary that a client echoes as the parent means the last message that it stands for. If that was deleted, the place
     * is below its row all the same: only from there on the summary is read.
     */
    private InsertPoint underSummary(String id) {
        var end = new OverlayReader(em, session, reader)
                .find(id)
                .orElseThrow(AppendWriter::unknownParent)
                .to();
        var living = reader.lastAt(end);
        return living.filter(row -> row.position().equals(end))
                .map(this::under)
                .orElseGet(() -> under(end, living.map(MessageRow::id).orElse(null)));
    }

    /** The place under any message. */
    private InsertPoint under(MessageRow parent) {
        return parent.id().equals(session.leafId())
                ? InsertPoint.under(session.leaf())
                : under(parent.position(), parent.id());
    }

    /**
     * The place under a row: one look whether another follows it, and the edits above it if there are some.
     *
     * @param parentId of the message that readers see above
     */
    private InsertPoint under(Position position, String parentId) {
        var next = new Position(position.branch(), position.depth() + 1);
        boolean tip = reader.stems.get(position.branch()).tree() == session.tree() && reader.rows.isEmpty(next);
        return InsertPoint.under(reader.leaf(position, parentId, tip));
    }
}
