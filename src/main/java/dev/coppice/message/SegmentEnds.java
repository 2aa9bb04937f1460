package dev.coppice.message;

import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Finds the first and the last message of a segment, not counting deleted messages. A segment is a range of consecutive
 * rows of one branch; see {@link TreeSegments}. One statement finds these messages for up to a hundred segments. A
 * segment whose last row is known needs no query as long as no message of the tree was updated or deleted. For one read
 * or one transaction; not thread-safe.
 */
final class SegmentEnds {
    private static final String PLACE = "m.position.branch, m.position.depth";

    /**
     * The position of a message, as a JPQL query returns it. The types of the components must match those of the
     * selected columns.
     */
    record PlaceRow(Long branch, Integer depth) {
        Position position() {
            return new Position(branch, depth);
        }
    }

    private final EntityManager em;
    private final MessageRows rows;
    private final TreeSegments segments;

    /**
     * Results of earlier queries: by the index of a segment in {@link #segments}, the position of its last message that
     * is not deleted; empty if it has no such message.
     */
    private final Map<Integer, Optional<Position>> lasts = new HashMap<>();

    SegmentEnds(EntityManager em, TreeReader reader) {
        this.em = em;
        this.rows = reader.rows;
        this.segments =
                new TreeSegments(reader.inherited.path(), reader.branches.ofTree(reader.rows.tree), this::isLive);
    }

    TreeSegments segments() {
        return segments;
    }

    /**
     * True if the segment with this index has a message that is not deleted. If that is not known yet, one query looks
     * up this segment and up to 99 neighbors.
     */
    private boolean isLive(int number) {
        var segment = segments.get(number);
        boolean isOpen = segment.to() == TreeSegments.OPEN;
        if (!rows.hasEdits() && (!isOpen || !rows.trimmed && segments.isFirstOfBranch(number))) {
            return true;
        }
        if (!lasts.containsKey(number)) {
            int block = number - number % RangeQuery.MAX;
            findLasts(IntStream.range(block, Math.min(segments.size(), block + RangeQuery.MAX))
                    .boxed()
                    .toList());
        }
        return lasts.get(number).isPresent();
    }

    /**
     * Returns, for each of the given segments, the position of its last message that is not deleted, by the segment's
     * index. Segments without such a message are left out.
     *
     * @param numbers indexes of the segments in {@link #segments}
     */
    Map<Integer, Position> lasts(Collection<Integer> numbers) {
        findLasts(numbers);
        var found = new HashMap<Integer, Position>();
        numbers.forEach(number -> lasts.get(number).ifPresent(row -> found.put(number, row)));
        return found;
    }

    private void findLasts(Collection<Integer> numbers) {
        var unknown =
                numbers.stream().filter(number -> !lasts.containsKey(number)).toList();
        var found = query(
                unknown.stream()
                        .filter(number ->
                                rows.hasEdits() || segments.get(number).to() == TreeSegments.OPEN)
                        .toList(),
                true);
        for (int number : unknown) {
            var segment = segments.get(number);
            boolean isKnown = !rows.hasEdits() && segment.to() != TreeSegments.OPEN;
            lasts.put(number, isKnown ? Optional.of(segment.range().last()) : Optional.ofNullable(found.get(number)));
        }
    }

    /**
     * Returns, for each of the given segments, the position of its first message that is not deleted, by the segment's
     * index.
     *
     * @param numbers indexes of the segments in {@link #segments}; each segment must have such a message
     */
    Map<Integer, Position> firsts(Collection<Integer> numbers) {
        if (rows.hasEdits()) {
            return query(List.copyOf(numbers), false);
        }
        var found = new HashMap<Integer, Position>();
        for (int number : numbers) {
            found.put(
                    number,
                    new Position(
                            segments.get(number).branch(), segments.get(number).from()));
        }
        return found;
    }

    private Map<Integer, Position> query(List<Integer> numbers, boolean last) {
        var found = new HashMap<Integer, Position>();
        for (int from = 0; from < numbers.size(); from += RangeQuery.MAX) {
            var part = numbers.subList(from, Math.min(numbers.size(), from + RangeQuery.MAX));
            var ranges = new Path(
                    part.stream().map(number -> segments.get(number).range()).toList());
            var query = RangeQuery.ends(em, PlaceRow.class, PLACE, ranges, rows.notDeleted(), last);
            if (rows.hasEdits()) {
                query.setParameter("tree", rows.tree);
            }
            query.getResultList().forEach(row -> found.put(numberOf(row.position(), part), row.position()));
        }
        return found;
    }

    /**
     * Returns which of the given segments contains a row. One of them must contain it.
     *
     * @param row position of the row
     * @param numbers indexes of the segments in {@link #segments}
     * @return index of the segment that contains the row
     */
    int numberOf(Position row, Collection<Integer> numbers) {
        return numbers.stream()
                .filter(number -> segments.get(number).contains(row))
                .findFirst()
                .orElseThrow();
    }
}
