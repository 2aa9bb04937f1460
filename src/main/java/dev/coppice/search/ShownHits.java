package dev.coppice.search;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Cursor;
import dev.coppice.message.Position;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.lucene.store.ByteBuffersDataInput;
import org.apache.lucene.store.ByteBuffersDataOutput;

/**
 * The hits on all pages of a search so far, which the cursor of the next page contains. Each page is a new search, and
 * scores may have changed since the previous page. So the next page shows the best hits that are not shown yet, and not
 * those with a lower score than the last one: no hit is shown twice, and none is missing.
 *
 * @param request hash of the search; a cursor of another search is refused
 * @param partial true if the pages show matches of a part of the query
 * @param positions the row positions of the shown messages
 */
record ShownHits(int request, boolean partial, Set<Position> positions) {
    private static final String KIND = "search";
    private static final String INVALID =
            "The cursor is not valid for this search. Send nextCursor of a previous page.";

    private static final Comparator<Position> ORDER =
            Comparator.comparingLong(Position::branch).thenComparingInt(Position::depth);

    /** Returns the hits before the first page: none. */
    static ShownHits none(int request, boolean partial) {
        return new ShownHits(request, partial, Set.of());
    }

    /** Returns these hits and those at further positions. */
    ShownHits with(Stream<Position> more) {
        var all = new HashSet<>(positions);
        more.forEach(all::add);
        return new ShownHits(request, partial, all);
    }

    /** True if the pages so far have {@link Matches#MAX} hits together, so that no page follows. */
    boolean isComplete() {
        return positions.size() >= Matches.MAX;
    }

    /** Returns those results whose messages are not shown yet, in the given order. */
    List<Candidate> rest(List<Candidate> ranked) {
        return ranked.stream()
                .filter(candidate -> !positions.contains(candidate.position()))
                .toList();
    }

    /**
     * Returns the cursor of the next page, which {@link #of} reads. Positions are sorted, and each branch is stored as
     * the difference to the one before it, in the number of bytes that it needs: some four bytes per hit.
     */
    String toCursor() {
        try {
            var out = new ByteBuffersDataOutput();
            out.writeInt(request);
            out.writeByte((byte) (partial ? 1 : 0));
            long branch = 0;
            for (var position : positions.stream().sorted(ORDER).toList()) {
                out.writeVLong(position.branch() - branch);
                out.writeVInt(position.depth());
                branch = position.branch();
            }
            return Cursor.ofBytes(KIND, out.toArrayCopy());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the shown hits that a cursor contains; null if the cursor is null. Throws 400 {@code malformed} if the
     * text is not a cursor of this search.
     *
     * @param request hash of the search
     */
    static ShownHits of(String cursor, int request) {
        if (cursor == null) {
            return null;
        }
        var bytes = ByteBuffer.wrap(Cursor.readBytes(KIND, cursor));
        try {
            var in = new ByteBuffersDataInput(List.of(bytes));
            if (in.readInt() != request) {
                throw malformed("The cursor belongs to another search; send it with the same parameters.");
            }
            boolean partial = in.readByte() == 1;
            var positions = new HashSet<Position>();
            for (long branch = 0; in.position() < in.length(); ) {
                branch += in.readVLong();
                positions.add(new Position(branch, in.readVInt()));
                if (positions.size() == Matches.MAX) {
                    throw malformed(INVALID);
                }
            }
            return new ShownHits(request, partial, positions);
        } catch (IOException e) {
            throw malformed(INVALID);
        }
    }

    private static Problem malformed(String detail) {
        return Problem.at("cursor", Code.MALFORMED, detail);
    }
}
