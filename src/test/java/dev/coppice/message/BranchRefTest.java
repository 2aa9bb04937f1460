package dev.coppice.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.message.Path.Range;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Branches with rows beyond retention: a trunk of ten rows, and a branch that left it at the sixth. */
class BranchRefTest {
    private static final BranchRef TRUNK = new BranchRef(1, 1, null);
    private static final BranchRef SIDE = new BranchRef(2, 1, new Position(1, 5));

    private static List<Range> path(int branch, int depth, BranchRef trunk, BranchRef side) {
        return Path.to(new Position(branch, depth), Map.of(1L, trunk, 2L, side)::get)
                .ranges();
    }

    @Test
    void pathWithoutCutoffBeginsAtRoot() {
        assertEquals(TRUNK, TRUNK.withCutoff(null, false));
        assertEquals(List.of(new Range(1, 0, 5), new Range(2, 6, 8)), path(2, 8, TRUNK, SIDE));
    }

    @Test
    void pathBeginsAfterCutoff() {
        var trunk = TRUNK.withCutoff(3, false);
        assertEquals(List.of(new Range(1, 4, 9)), path(1, 9, trunk, SIDE));
        assertEquals(List.of(new Range(1, 4, 5), new Range(2, 6, 8)), path(2, 8, trunk, SIDE));
    }

    @Test
    void rowsBeforeCutoffAreOnNoPath() {
        assertTrue(path(1, 3, TRUNK.withCutoff(3, false), SIDE).isEmpty());
    }

    @Test
    void branchThatLeftBeforeCutoffBeginsWithRoot() {
        assertEquals(List.of(new Range(2, 6, 8)), path(2, 8, TRUNK.withCutoff(7, false), SIDE.withCutoff(null, true)));
    }

    @Test
    void cutoffOnBranchHidesItsParent() {
        assertEquals(List.of(new Range(2, 8, 8)), path(2, 8, TRUNK, SIDE.withCutoff(7, false)));
    }

    @Test
    void missingBranchIsOnNoPath() {
        assertTrue(path(1, 3, BranchRef.missing(1), SIDE).isEmpty());
        assertEquals(List.of(new Range(2, 6, 8)), path(2, 8, BranchRef.missing(1), SIDE));
    }
}
