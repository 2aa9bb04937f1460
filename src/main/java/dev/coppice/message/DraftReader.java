package dev.coppice.message;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.session.Session;
import jakarta.persistence.EntityManager;
import java.util.Objects;
import java.util.Optional;

/**
 * Describes a range of messages that a compaction is to replace, and detects later changes of the range. For one read
 * or one transaction; not thread-safe.
 */
final class DraftReader {
    private final EntityManager em;
    private final Session session;
    private final TreeReader reader;
    private final OverlayReader overlays;

    DraftReader(EntityManager em, Session session) {
        this.em = em;
        this.session = session;
        this.reader = new TreeReader(em, session);
        this.overlays = new OverlayReader(em, session, reader);
    }

    /** Returns the reader of the session's overlays (stored compactions). The reader queries them only once. */
    OverlayReader overlays() {
        return overlays;
    }

    /**
     * Describes the range of a planned compaction as it is now. If {@code fromId} or {@code toId} is the id of an
     * earlier summary, the range includes the messages that this summary replaces. Throws 404 {@code message-not-found}
     * if one of the two ids is unknown, 422 {@code invalid-range} if they are not in order on one path, 503
     * {@code busy} if rows of the range were purged meanwhile.
     *
     * @param fromId id of the first message, inclusive, or of a summary
     * @param toId id of the last message, inclusive, or of a summary
     * @param extend true to begin where an earlier compaction begins, if that one covers the first message or ends
     *     directly before it
     */
    CompactionDraft draft(String fromId, String toId, boolean extend) {
        var named = end(fromId, true);
        var to = end(toId, false);
        if (named.at().depth() > to.at().depth() || !reader.branches.isOnPath(named.at(), to.at())) {
            throw new Problem(Code.INVALID_RANGE, "The two messages must be in order on one path.");
        }
        var from = extend ? extended(named, to) : named;
        var range = reader.pathTo(to.at()).between(from.at().depth(), to.at().depth());
        var first = em.find(Message.class, from.at());
        var last = em.find(Message.class, to.at());
        if (first == null || last == null || range.isEmpty()) {
            throw TreeReader.purgedMeanwhile();
        }
        long written = last.pathTokens() - first.pathTokens() + first.tokens();
        var sums = reader.rows.edits.sums(range);
        int messages = range.rowCount() + sums.count();
        var lastId = messages == 0
                ? null
                : reader.liveAtOrAbove(to.at()).map(MessageRow::id).orElse(null);
        return new CompactionDraft(
                from.id(),
                to.id(),
                lastId,
                endBelow(to.at()).orElse(lastId),
                from.at(),
                to.at(),
                messages,
                written + sums.tokens() + overlays.tokens(range),
                written,
                last.pathBytes(),
                stamp(range));
    }

    /**
     * Returns the id of the last message of a path through a row: the session's leaf if its path contains the row, else
     * the last message at or below the row on the same branch, not counting deleted ones. Empty if all of these are
     * deleted.
     */
    private Optional<String> endBelow(Position to) {
        var leaf = session.leaf();
        return leaf != null && reader.branches.isOnPath(to, new Position(leaf.branch(), leaf.depth()))
                ? Optional.of(leaf.id())
                : reader.lastOnBranchFrom(to).map(MessageRow::id);
    }

    /**
     * The first or the last message of a range that a compaction is to replace.
     *
     * @param id id of the message
     * @param at position of the message's row
     */
    private record End(String id, Position at) {}

    private End end(String id, boolean first) {
        if (!id.startsWith(Ids.RESERVED)) {
            return new End(id, reader.get(id).position());
        }
        var span = overlays.find(id).orElseThrow(Problem::noMessage);
        return first ? new End(span.fromId(), span.from()) : new End(span.toId(), span.to());
    }

    /**
     * Returns where the range from {@code from} to {@code to} begins if it is to extend an earlier compaction. If an
     * earlier compaction covers {@code from}, the range begins with that compaction's first message; else if one ends
     * directly before {@code from}, with the first message of that one. Deleted messages between the end of a
     * compaction and {@code from} do not count. If there is no such compaction, returns {@code from}.
     */
    private End extended(End from, End to) {
        int above = reader.parent(from.at()).map(row -> row.position().depth()).orElse(-1);
        var start = from;
        for (var span : EffectivePath.applied(reader.pathTo(to.at()), overlays.spans())) {
            if (span.from().depth() <= from.at().depth() && span.to().depth() >= above) {
                start = new End(span.fromId(), span.from());
            }
        }
        return start;
    }

    /**
     * True if no message and no compaction in the draft's range has changed since the draft was made, and the limit
     * {@code maxMessages} has not removed a message of the range.
     */
    boolean isUnchanged(CompactionDraft draft) {
        var last = em.find(Message.class, draft.to());
        if (last == null || reader.branches.isTrimmed(draft.to())) {
            return false;
        }
        var range = reader.pathTo(draft.to())
                .between(draft.from().depth(), draft.to().depth());
        // Empty when the session was cleared and its branches are being purged.
        return !range.isEmpty() && draft.stamp() == stamp(range);
    }

    record EditVersions(Long count, Long versions) {}

    /**
     * Returns a fingerprint of the edits and compactions of a range of rows. The fingerprint changes if a message of
     * the range is updated or deleted, or if a compaction that overlaps the range is added or removed. All nodes
     * compute the same value.
     */
    private long stamp(Path range) {
        var path = reader.pathTo(range.last());
        long stamp = Objects.hash(
                session.tree(),
                range.rowCount(),
                overlays.spans().stream()
                        .filter(span -> path.contains(span.from())
                                && span.to().depth() >= range.first().depth())
                        .map(OverlaySpan::number)
                        .sorted()
                        .toList(),
                em.createQuery("select m.version from Message m where m.position = :last", Integer.class)
                        .setParameter("last", range.last())
                        .getSingleResult());
        if (reader.rows.hasEdits()) {
            for (var piece : range.pieces(RangeQuery.MAX)) {
                for (var row : reader.rows.edits.select(EditVersions.class, "count(e), sum(e.version)", piece)) {
                    stamp = stamp * 31 + row.count() + (row.versions() == null ? 0 : row.versions() * 1_000_003);
                }
            }
        }
        return stamp;
    }
}
