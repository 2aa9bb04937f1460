package dev.coppice.message;

import dev.coppice.api.Cursor;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * Reads the runs of messages of a tree. A run is a sequence of messages of which each but the last has exactly one
 * child. {@link TreeSegments} divides the tree into segments and finds which segments form a run. Only the messages at
 * the ends of the segments are read: each row stores sums of its path, so the totals of a segment are differences of
 * these sums, plus the sums of the edits (stored updates and deletes) in the segment. For one read or one transaction;
 * not thread-safe.
 */
final class MessageRuns {
    /** Name of this list in the cursors of its pages. */
    private static final String KIND = "runs";

    private static final String END_COLUMNS =
            "m.position, m.messageId, m.createdAt, m.tokens, m.pathTokens, m.bytes, m.pathBytes";

    private static final String EDIT_SUMS =
            """
            select min(e.key.branch), min(e.key.depth), sum(e.countDelta), sum(e.tokensDelta), sum(e.bytes - m.bytes)
            from Edit e join Message m on m.position.branch = e.key.branch and m.position.depth = e.key.depth""";

    /**
     * The first or last message of a segment (consecutive rows of one branch). All tokens and bytes are those of rows
     * as first written; {@code pathTokens} and {@code pathBytes} are sums from the root down to this row, inclusive.
     */
    record EndRow(
            Position position,
            String id,
            Long createdAt,
            Integer tokens,
            Long pathTokens,
            Integer bytes,
            Long pathBytes) {}

    /**
     * Sums over the edits in one range of rows. {@code branch} and {@code depth} are the lowest among these edits; they
     * show which range the result belongs to. {@code count}, {@code tokens} and {@code bytes} are differences: the
     * values of the range with edits applied minus the values as first written. All components are null if the range
     * has no edit.
     */
    record EditSumRow(Long branch, Integer depth, Long count, Long tokens, Long bytes) {}

    /** Number, tokens and bytes of the messages of a run of messages, or of a part of it. */
    private record Sizes(int count, long tokens, long bytes) {
        static final Sizes ZERO = new Sizes(0, 0, 0);

        Sizes plus(Sizes other) {
            return new Sizes(count + other.count, tokens + other.tokens, bytes + other.bytes);
        }
    }

    private final TreeReader reader;
    private final EntityManager em;
    private final SegmentEnds ends;
    private final TreeSegments segments;

    private Map<Integer, Position> firsts;
    private Map<Integer, Position> lasts;
    private final Map<Position, EndRow> rows = new HashMap<>();
    private final Map<Position, Long> editedTimes = new HashMap<>();
    private final Map<Integer, Sizes> editSums = new HashMap<>();

    MessageRuns(EntityManager em, TreeReader reader) {
        this.em = em;
        this.reader = reader;
        this.ends = new SegmentEnds(em, reader);
        this.segments = ends.segments();
    }

    /**
     * Returns a page of runs of messages. A run comes after the run that its first message's parent belongs to. Throws
     * 400 {@code malformed} if the cursor belongs to another list.
     *
     * @param limit maximum number of runs, inclusive
     * @param cursor {@code nextCursor} of the page before; null for the first page
     * @param leafId id of the session's leaf, for the response
     */
    TreePage page(int limit, String cursor, String leafId) {
        var found = new ArrayList<Integer>();
        for (int at = begin(cursor); at < segments.size() && found.size() <= limit; at++) {
            if (segments.beginsRun(at)) {
                found.add(at);
            }
        }
        var shown = found.subList(0, Math.min(limit, found.size()));
        String next = null;
        if (found.size() > limit) {
            var last = segments.get(shown.get(limit - 1));
            next = Cursor.of(KIND, last.branch(), last.from());
        }
        return new TreePage(nodes(shown), leafId, next);
    }

    private int begin(String cursor) {
        if (cursor == null) {
            return 0;
        }
        var numbers = Cursor.read(KIND, 2, cursor);
        return segments.firstAfter(new Position(numbers[0], (int) numbers[1]));
    }

    private List<MessageRun> nodes(List<Integer> beginnings) {
        var runs = beginnings.stream().map(segments::run).toList();
        load(runs.stream().flatMap(List::stream).toList(), beginnings);
        var nodes = new ArrayList<MessageRun>();
        var nodeOfLast = new HashMap<Integer, MessageRun>();
        for (var run : runs) {
            var node = node(run, nodeOfLast);
            nodes.add(node);
            nodeOfLast.put(run.get(run.size() - 1), node);
        }
        return nodes;
    }

    /**
     * Loads into this object's maps the rows and sums from which the runs on a page are computed.
     *
     * @param all indexes in {@link TreeSegments} of all segments of the runs
     * @param beginnings indexes of the first segments of the runs
     */
    private void load(List<Integer> all, List<Integer> beginnings) {
        var needed = new HashSet<>(all);
        beginnings.stream()
                .map(segments::liveParent)
                .filter(parent -> parent != TreeSegments.NONE)
                .forEach(needed::add);
        lasts = ends.lasts(needed);
        firsts = ends.firsts(all);
        var positions = new HashSet<>(lasts.values());
        positions.addAll(firsts.values());
        for (var piece : RangeQuery.ranges(positions)) {
            reader.rows
                    .selectMessages(EndRow.class, END_COLUMNS, piece, "")
                    .forEach(row -> rows.put(row.position(), row));
        }
        if (reader.rows.hasEdits()) {
            reader.rows.edits.at(positions).forEach((at, edit) -> editedTimes.put(at, edit.createdAt()));
            sumEdits(all);
        }
    }

    private void sumEdits(List<Integer> all) {
        for (int from = 0; from < all.size(); from += RangeQuery.MAX) {
            var part = all.subList(from, Math.min(all.size(), from + RangeQuery.MAX));
            var ranges = new Path(part.stream().map(this::liveRange).toList());
            var query = RangeQuery.query(
                    em, EditSumRow.class, EDIT_SUMS, "e.key.branch", "e.key.depth", ranges, " and e.key.tree = :tree");
            for (var sum : query.setParameter("tree", reader.rows.tree).getResultList()) {
                if (sum.branch() != null) {
                    editSums.put(
                            ends.numberOf(new Position(sum.branch(), sum.depth()), part),
                            new Sizes(sum.count().intValue(), sum.tokens(), sum.bytes()));
                }
            }
        }
    }

    /**
     * Returns the range of rows from the first to the last of those messages of a segment that are not deleted.
     *
     * @param segment index of the segment in {@link TreeSegments}
     */
    private Path.Range liveRange(int segment) {
        var first = present(firsts.get(segment));
        return new Path.Range(
                first.branch(), first.depth(), present(lasts.get(segment)).depth());
    }

    private MessageRun node(List<Integer> run, Map<Integer, MessageRun> nodeOfLast) {
        int lastSegment = run.get(run.size() - 1);
        var first = row(firsts.get(run.get(0)));
        var last = row(lasts.get(lastSegment));
        int parent = segments.liveParent(run.get(0));
        var above = nodeOfLast.get(parent);
        var sizes = sizes(run);
        return new MessageRun(
                first.id(),
                last.id(),
                parent == TreeSegments.NONE ? null : row(lasts.get(parent)).id(),
                above == null ? reader.messageDepth(first.position()) : above.depth() + above.count(),
                sizes.count(),
                sizes.tokens(),
                sizes.bytes(),
                createdAt(first),
                createdAt(last),
                segments.liveChildren(lastSegment).size());
    }

    private Sizes sizes(Collection<Integer> run) {
        var sizes = Sizes.ZERO;
        for (int segment : run) {
            var first = row(firsts.get(segment));
            var last = row(lasts.get(segment));
            var written = new Sizes(
                    last.position().depth() - first.position().depth() + 1,
                    last.pathTokens() - first.pathTokens() + first.tokens(),
                    last.pathBytes() - first.pathBytes() + first.bytes());
            sizes = sizes.plus(written).plus(editSums.getOrDefault(segment, Sizes.ZERO));
        }
        return sizes;
    }

    private long createdAt(EndRow row) {
        return editedTimes.getOrDefault(row.position(), row.createdAt());
    }

    private EndRow row(Position position) {
        return present(rows.get(present(position)));
    }

    /**
     * Returns the given value. Throws 503 {@code busy} if it is null, because the messages were purged between two
     * statements.
     */
    private static <T> T present(T value) {
        if (value == null) {
            throw TreeReader.purgedMeanwhile();
        }
        return value;
    }
}
