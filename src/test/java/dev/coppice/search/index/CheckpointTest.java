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
    private static final OrphanedTree STARTED = OrphanedTree.of(5).after(-12);

    @TempDir
    private Path folder;

    @Test
    void checkpointIsReadAsWritten() {
        var file = folder.resolve("checkpoint");
        for (var orphaned : List.of(List.<OrphanedTree>of(), List.of(NEW, STARTED))) {
            var checkpoint = new Checkpoint("3 english", 42, ScanPosition.START, orphaned);
            checkpoint.write(file);
            assertEquals(checkpoint, Checkpoint.read(file));
        }
    }

    @Test
    void fileWithoutOrphanedTreesIsRead() throws IOException {
        var file = Files.write(folder.resolve("checkpoint"), List.of("3 english", "42", "-"));
        assertEquals(new Checkpoint("3 english", 42, null, List.of()), Checkpoint.read(file));
    }

    @Test
    void unreadableFileIsNoCheckpoint() throws IOException {
        var file = folder.resolve("checkpoint");
        assertNull(Checkpoint.read(file));
        for (var orphaned : List.of("7", "7:x", "x:1", "")) {
            assertNull(Checkpoint.read(Files.write(file, List.of("3 english", "42", "-", orphaned))), orphaned);
        }
    }

    @Test
    void startedTreeKeepsItsProgress() {
        assertEquals(List.of(STARTED, NEW), OrphanedTree.join(List.of(STARTED), List.of(OrphanedTree.of(5), NEW, NEW)));
    }
}
