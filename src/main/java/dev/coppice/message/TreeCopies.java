package dev.coppice.message;

import dev.coppice.Ids;
import dev.coppice.Settings;
import dev.coppice.api.Precondition;
import dev.coppice.db.Results;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads whole trees for an export, and restores in an imported session what appending its messages cannot restore:
 * compactions, deletions, and the leaf. Methods throw 404 {@code session-not-found} if the session does not exist.
 */
@Stateless
public class TreeCopies {
    private static final int MAX_ROWS = 500;
    private static final int MAX_BYTES = 1 << 20;

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    @Inject
    private Messages messages;

    @Inject
    private Settings settings;

    /**
     * Returns the next messages of all branches in the order of appending: at most 500 and at most 1 MiB, but at least
     * one. Empty after the last message. In addition, each deleted message at which a compaction begins or ends is
     * returned directly after the nearest message above it that is not deleted. Throws 404 {@code session-not-found} if
     * the session does not exist.
     *
     * @param after highest sequence number on the page before, exclusive; 0 for the first page
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public List<StoredMessage> page(SessionName name, long after) {
        var session = sessions.read(name);
        var reader = new TreeReader(em, session);
        var ends = new DeletedEnds(reader, new OverlayReader(em, session, reader).spans());
        var page = new ArrayList<StoredMessage>();
        var rows = fitting(reader.rowsAfter(after, MAX_ROWS));
        if (after == 0 && !rows.isEmpty()) {
            page.addAll(ends.below(null));
        }
        var bodies = reader.rows.bodies(rows.stream().map(MessageRow::position).toList());
        var parents = new ParentsAndChildren(em, reader).parentIds(rows);
        for (var row : rows) {
            var body = bodies.get(row.position());
            if (body != null) {
                var parent = parents.get(row.position());
                var parentId = ends.isEmpty() ? parent : ends.parentOf(row.position(), parent);
                page.add(new StoredMessage(row.seq(), row.id(), parentId, row.tokens(), body));
            }
            page.addAll(ends.below(row.id()));
        }
        return page;
    }

    private static List<MessageRow> fitting(List<MessageRow> rows) {
        int size = 0;
        for (long bytes = 0; size < rows.size(); size++) {
            bytes += rows.get(size).bytes();
            if (size > 0 && bytes > MAX_BYTES) {
                break;
            }
        }
        return rows.subList(0, size);
    }

    /**
     * The first and the last message of a compaction, by the ids that they have in the export.
     *
     * @param from id of the first message, inclusive
     * @param to id of the last message, inclusive
     */
    public record Ends(String from, String to) {}

    /**
     * Returns the first and the last message of each of a session's compactions, by the id of the compaction. A
     * compaction is left out if the limit {@code maxMessages} has removed all of its messages. Throws 404
     * {@code session-not-found} if the session does not exist.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Map<String, Ends> ends(SessionName name) {
        var session = sessions.read(name);
        var reader = new TreeReader(em, session);
        var spans = new OverlayReader(em, session, reader).spans();
        var deleted = new DeletedEnds(reader, spans);
        var ends = new LinkedHashMap<String, Ends>();
        spans.forEach(span -> ends.put(
                span.id(), new Ends(deleted.idAt(span.from(), span.fromId()), deleted.idAt(span.to(), span.toId()))));
        return ends;
    }

    /**
     * Stores a compaction that was exported from another database, with its id, time and figures. Returns true if it
     * was stored, false if the session already has a compaction with this id. Throws 404 {@code session-not-found} if
     * the session does not exist, 404 {@code message-not-found} or 422 {@code invalid-range} if the ends are unknown or
     * not in order on one path, 422 {@code invalid} if the summary is blank, 413 {@code too-large} if it has more than
     * {@code coppice.compaction.summary-max-length} characters, 422 {@code invalid-id} if the compaction's id is
     * invalid.
     *
     * @param compaction the exported compaction
     * @param ends the first and the last message that it replaces in this session
     */
    public boolean addCompaction(SessionName name, Compaction compaction, Ends ends) {
        Ids.check(compaction.id(), "/compaction/id");
        Overlay.check(compaction.summary(), settings.summaryMaxLength());
        var session = sessions.lock(name, Precondition.NONE);
        var same = em.createQuery("select o.id from Overlay o where o.tree = :tree and o.overlayId = :id", Long.class)
                .setParameter("tree", session.tree())
                .setParameter("id", compaction.id());
        if (Results.first(same).isPresent()) {
            return false;
        }
        var drafts = new DraftReader(em, session);
        em.persist(new Overlay(session.tree(), compaction, drafts.draft(ends.from(), ends.to(), false)));
        em.flush();
        session.recordOverlayCount(drafts.overlays().spans().size() + 1);
        OverlayReader.recountTokens(em, session);
        return true;
    }

    /**
     * Completes an import after all messages and compactions were stored: deletes the messages that were deleted in the
     * exported session, and makes the message {@code leafId} the leaf. If that message is missing, because it was
     * deleted during the export, the session keeps the leaf that it has. Throws 404 {@code session-not-found} if the
     * session does not exist.
     *
     * @param deleted ids of the messages to delete; may be empty
     * @param leafId id of the exported session's leaf; null if that session has no message
     */
    public void complete(SessionName name, List<String> deleted, String leafId) {
        if (!deleted.isEmpty()) {
            messages.delete(name, deleted);
        }
        var session = sessions.lock(name, Precondition.NONE);
        if (leafId != null && !leafId.equals(session.leafId())) {
            em.flush();
            var reader = new TreeReader(em, session);
            reader.find(leafId).ifPresent(row -> moveLeaf(session, reader, row));
        }
    }

    private void moveLeaf(Session session, TreeReader reader, MessageRow row) {
        session.recordAppend(0, new InsertPoints(em, session, reader).under(row).leaf());
        if (session.hasOverlays()) {
            em.flush();
            OverlayReader.recountTokens(em, session);
        }
    }
}
