package dev.coppice.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDiskTest {
    @Test
    void stateFollowsTheMinimum() {
        assertEquals("ok", DataDisk.state(OptionalLong.of(100), 100));
        assertEquals("low", DataDisk.state(OptionalLong.of(99), 100));
        assertEquals("ok", DataDisk.state(OptionalLong.of(0), 0));
        assertEquals("unknown", DataDisk.state(OptionalLong.empty(), 100));
    }

    @Test
    void missingDirectoryIsLeftOut(@TempDir Path data) {
        assertTrue(DataDisk.freeBytes(data, data.resolve("index")).isPresent());
        assertTrue(DataDisk.freeBytes(data.resolve("nowhere")).isEmpty());
    }
}
