package dev.coppice.message;

import dev.coppice.format.MessageText;
import dev.coppice.session.Session;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds messages and paths as the readers of a session see them. A message is beyond retention if the session's limit
 * {@code maxMessages} has removed it. The paths of a session leave out the rows of such messages. Takes no lock.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class VisibleMessages {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    /** Names a message for {@link VisibleMessages#find}: its position, and the session in which it is to be seen. */
    public record SessionPosition(Session session, Position position) {}

    /**
     * Returns the path from a root to a message, both inclusive. Throws 404 {@code session-not-found} if the session
     * does not exist, 404 {@code message-not-found} if the message does not exist.
     *
     * @param leafId id of the message
     */
    public Path path(SessionName name, String leafId) {
        var reader = new TreeReader(em, sessions.read(name));
        return reader.pathTo(reader.get(leafId).position());
    }

    /**
     * Returns the path from a root to a position in the session's tree, both inclusive, even if the message there is
     * deleted.
     */
    public Path path(Session session, Position position) {
        return new TreeReader(em, session).pathTo(position);
    }

    /**
     * Returns the path from a root to the session's leaf (the message appended last), both inclusive. Empty for a
     * session without messages.
     */
    public Path path(Session session) {
        var leaf = session.leaf();
        return leaf == null ? Path.EMPTY : path(session, new Position(leaf.branch(), leaf.depth()));
    }

    /**
     * Returns the ids of the trees that a session inherits messages from. The first is the tree that the session was
     * forked from, the next is the tree that the first was forked from, and so on. Empty for a session that is not a
     * fork, and for a fork that inherits no messages.
     */
    public List<Long> sources(Session session) {
        return new TreeReader(em, session).inherited.sources();
    }

    /**
     * Returns the bodies of the messages at the given positions, by position, with the session's edits applied. Deleted
     * messages and positions without a row are left out.
     */
    public Map<Position, byte[]> bodies(Session session, Collection<Position> positions) {
        return new TreeReader(em, session).rows.bodies(positions);
    }

    /**
     * Returns the path of messages that a fork inherits. It begins with the first row that is not beyond retention of
     * the fork. Empty for a session that is not a fork.
     */
    public Path inheritedPath(Session session) {
        return new TreeReader(em, session).inherited.path();
    }

    /**
     * Returns the rows on the path to the session's leaf that summaries replace, as ranges in their order from the
     * root. A branch may have several ranges. Empty if the session has no messages or no compactions.
     */
    public Path compacted(Session session) {
        var leaf = session.leaf();
        if (leaf == null || !session.hasOverlays()) {
            return Path.EMPTY;
        }
        var reader = new TreeReader(em, session);
        var path = reader.pathTo(new Position(leaf.branch(), leaf.depth()));
        var spans = new OverlayReader(em, session, reader).spans();
        return new Path(EffectivePath.applied(path, spans).stream()
                .flatMap(span -> path.between(span.from().depth(), span.to().depth()).ranges().stream())
                .toList());
    }

    /**
     * Returns those of the given ids that belong to live messages of the session: neither deleted nor beyond retention.
     */
    public Set<String> liveIds(Session session, Set<String> ids) {
        return ids.isEmpty()
                ? Set.of()
                : new TreeReader(em, session).findAll(ids).keySet();
    }

    /**
     * Returns the rows of the session's tree that must not be purged because forks read them. The ranges of the
     * returned path are not consecutive: there is one range per branch, from depth 0, in any order.
     */
    public Path retainedByForks(Session session) {
        var ranges = new ArrayList<Path.Range>();
        RetainedByForks.of(em, session.tree())
                .lastDepths()
                .forEach((branch, last) -> ranges.add(new Path.Range(branch, 0, last)));
        return new Path(ranges);
    }

    /**
     * Returns the messages at the given positions, each as the readers of its session see it. Messages that they do not
     * see are left out: those that are deleted, beyond retention, or neither in the session's tree nor inherited.
     */
    public Map<SessionPosition, VisibleMessage> find(Collection<SessionPosition> positions) {
        var stored = stored(positions);
        var found = new HashMap<SessionPosition, VisibleMessage>();
        bySession(positions).forEach((session, sessionPositions) -> {
            var rows = sessionPositions.stream().map(SessionPosition::position).toList();
            var reader = new TreeReader(em, session);
            if (session.isTrimmed()) {
                reader.branches.load(rows.stream().map(Position::branch).toList());
            }
            var edits = reader.rows.hasEdits() ? reader.rows.edits.at(rows) : Map.<Position, MessageRow.EditRow>of();
            for (var at : sessionPositions) {
                visible(reader, session, stored.get(at.position()), edits.get(at.position()))
                        .ifPresent(message -> found.put(at, message));
            }
        });
        return found;
    }

    /**
     * A message's row as stored, without the edits that readers of a tree see. JPQL queries construct it. The other
     * components have the same meaning as in {@link MessageRow}.
     *
     * @param tree id of the tree that the message was written in
     * @param gone 0, or another number if the message was deleted in the tree that it was written in
     */
    record StoredRow(
            Position position,
            String id,
            Long seq,
            String role,
            Integer bytes,
            Integer tokens,
            Long createdAt,
            Integer version,
            String preview,
            Long bytesAbove,
            Long tree,
            Long gone) {
        MessageRow message() {
            return new MessageRow(position, id, seq, role, bytes, tokens, createdAt, version, preview, bytesAbove);
        }
    }

    private Map<Position, StoredRow> stored(Collection<SessionPosition> positions) {
        var stored = new HashMap<Position, StoredRow>();
        var select = "select " + MessageRow.COLUMNS + ", m.tree, m.gone from Message m";
        for (var piece : RangeQuery.ranges(
                positions.stream().map(SessionPosition::position).toList())) {
            RangeQuery.query(em, StoredRow.class, select, "m.position.branch", "m.position.depth", piece, "")
                    .getResultList()
                    .forEach(row -> stored.put(row.position(), row));
        }
        return stored;
    }

    /**
     * Returns a message as the readers of a session see it; empty if they do not see it.
     *
     * @param stored the message's row, or null if there is none
     * @param edit the session's edit of the message, or null if it has none
     */
    private static Optional<VisibleMessage> visible(
            TreeReader reader, Session session, StoredRow stored, MessageRow.EditRow edit) {
        if (stored == null || !isOf(reader, session, stored) || edit != null && edit.deletion()) {
            return Optional.empty();
        }
        return Optional.of(
                edit == null
                        ? VisibleMessage.of(session, stored.message(), false)
                        : VisibleMessage.of(session, stored.message().withEdit(edit), true));
    }

    /**
     * True if the readers of a session see a row, unless an edit of the session deletes the row's message. Then the row
     * is on the path that the session inherits, or it belongs to the session's own tree and is neither deleted nor
     * beyond retention.
     */
    private static boolean isOf(TreeReader reader, Session session, StoredRow stored) {
        var at = stored.position();
        return stored.tree() == session.tree()
                ? stored.gone() == 0 && !reader.branches.isTrimmed(at)
                : reader.inherited.path().contains(at);
    }

    private static Map<Session, List<SessionPosition>> bySession(Collection<SessionPosition> positions) {
        var grouped = new HashMap<Session, List<SessionPosition>>();
        positions.forEach(at ->
                grouped.computeIfAbsent(at.session(), s -> new ArrayList<>()).add(at));
        return grouped;
    }

    /** Returns the texts of the given messages, by message. Messages that were deleted meanwhile are left out. */
    public Map<VisibleMessage, MessageText> texts(Collection<VisibleMessage> messages) {
        var texts = new HashMap<VisibleMessage, MessageText>();
        var written = writtenBodies(messages);
        for (var message : messages) {
            var body = message.edit() ? null : written.get(message.position());
            if (body == null || body.length == 0) {
                var at = List.of(message.position());
                body = new MessageRows(em, message.session()).bodies(at).get(message.position());
            }
            if (body != null) {
                texts.put(message, MessageText.of(body));
            }
        }
        return texts;
    }

    private Map<Position, byte[]> writtenBodies(Collection<VisibleMessage> messages) {
        var written = new HashMap<Position, byte[]>();
        var positions = messages.stream()
                .filter(message -> !message.edit())
                .map(VisibleMessage::position)
                .toList();
        for (var piece : RangeQuery.ranges(positions)) {
            var select = "select m.position, m.body from Message m";
            RangeQuery.query(em, MessageRows.BodyRow.class, select, "m.position.branch", "m.position.depth", piece, "")
                    .getResultList()
                    .forEach(row -> written.put(row.position(), row.body()));
        }
        return written;
    }

    /** Returns the parent of a message as readers of the message's session see it; empty for a root. */
    public Optional<VisibleMessage> before(VisibleMessage message) {
        var reader = new TreeReader(em, message.session());
        return reader.parent(message.position()).map(row -> visible(reader, message.session(), row));
    }

    /** Returns the oldest child of a message, that is, the one appended first; empty if the message has no children. */
    public Optional<VisibleMessage> after(VisibleMessage message) {
        var reader = new TreeReader(em, message.session());
        return new Children(em, reader)
                .of(message.position(), 0, 1).stream().findFirst().map(row -> visible(reader, message.session(), row));
    }

    private static VisibleMessage visible(TreeReader reader, Session session, MessageRow row) {
        boolean edit = reader.rows.hasEdits()
                && reader.rows.edits.at(List.of(row.position())).containsKey(row.position());
        return VisibleMessage.of(session, row, edit);
    }
}
