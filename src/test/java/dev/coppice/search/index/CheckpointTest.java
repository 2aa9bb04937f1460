package dev.coppice.search.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointTest {
    private static final PendingTree NEW = PendingTree.orphaned(7);
    private static final PendingTree STARTED = new PendingTree(5, -12, null);
    private static final PendingTree WITH_EDITS = PendingTree.whole(9);

    @TempDir
    private Path folder;

    @Test
    void checkpointIsReadAsWritten() {
        var file = folder.resolve("checkpoint");
        for (var pending : List.of(List.<PendingTree>of(), List.of(NEW, STARTED, WITH_EDITS))) {
            var checkpoint = new Checkpoint("3 english", 42, ScanPosition.START, pending);
            checkpoint.write(file);
            assertEquals(checkpoint, Checkpoint.read(file));
        }
    }

    @Test
    void fileWithoutPendingTreesIsRead() throws IOException {
        var file = Files.write(folder.resolve("checkpoint"), List.of("3 english", "42", "-"));
        assertEquals(new Checkpoint("3 english", 42, null, List.of()), Checkpoint.read(file));
    }

    @Test
    void unreadableFileIsNoCheckpoint() throws IOException {
        var file = folder.resolve("checkpoint");
        assertNull(Checkpoint.read(file));
        for (var pending : List.of("7", "7:x", "x:1", "", "1:2:3", "1:2:3:4:5")) {
            assertNull(Checkpoint.read(Files.write(file, List.of("3 english", "42", "-", pending))), pending);
        }
    }

    @Test
    void treeThatIsPendingAlreadyBeginsAgain() {
        assertEquals(
                List.of(NEW, PendingTree.orphaned(5)),
                PendingTree.join(List.of(STARTED, NEW), List.of(PendingTree.orphaned(5))));
        assertEquals(List.of(STARTED, NEW), PendingTree.join(List.of(STARTED), List.of(NEW)));
    }

    @Test
    void messagesFollowEdits() {
        var messages = WITH_EDITS.after(List.of()).orElseThrow();
        assertEquals(PendingTree.orphaned(9), messages);
        assertEquals(Optional.empty(), messages.after(List.of()));
    }
}
