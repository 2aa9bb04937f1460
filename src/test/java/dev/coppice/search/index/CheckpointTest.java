package dev.coppice.search.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointTest {
    private static final OrphanedTree NEW = OrphanedTree.of(7);
    private static final OrphanedTree BEGUN = OrphanedTree.of(5).behind(-12);

    @TempDir
    private Path folder;

    @Test
    void aCheckpointIsReadAsItWasWritten() {
        var file = folder.resolve("checkpoint");
        for (var left : List.of(List.<OrphanedTree>of(), List.of(NEW, BEGUN))) {
            var checkpoint = new Checkpoint("3 english", 42, ScanPosition.START, left);
            checkpoint.write(file);
            assertEquals(checkpoint, Checkpoint.read(file));
        }
    }

    @Test
    void anOlderFileSaysNothingOfWhatWasLeft() throws IOException {
        var file = Files.write(folder.resolve("checkpoint"), List.of("3 english", "42", "-"));
        assertEquals(new Checkpoint("3 english", 42, null, List.of()), Checkpoint.read(file));
    }

    @Test
    void whatCannotBeReadIsNone() throws IOException {
        var file = folder.resolve("checkpoint");
        assertNull(Checkpoint.read(file));
        for (var left : List.of("7", "7:x", "x:1", "")) {
            assertNull(Checkpoint.read(Files.write(file, List.of("3 english", "42", "-", left))), left);
        }
    }

    @Test
    void aTreeThatIsBegunGoesOn() {
        assertEquals(List.of(BEGUN, NEW), OrphanedTree.join(List.of(BEGUN), List.of(OrphanedTree.of(5), NEW, NEW)));
    }
}
