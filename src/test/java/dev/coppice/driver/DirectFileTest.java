package dev.coppice.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.ParallelClients;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.h2.store.fs.FilePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectFileTest {
    private static final int ROWS = 100;

    private static FileChannel open(Path file, String mode) throws IOException {
        DirectFiles.register();
        return FilePath.get("direct:" + file).open(mode);
    }

    private static ByteBuffer buffer(String text) {
        return ByteBuffer.wrap(text.getBytes());
    }

    private static String read(FileChannel file, int length, long position) throws IOException {
        var into = ByteBuffer.allocate(length);
        file.read(into, position);
        return new String(into.array(), 0, into.position());
    }

    @Test
    void writesAreReadAtTheirPositions(@TempDir Path directory) throws IOException {
        try (var file = open(directory.resolve("file"), "rw")) {
            assertEquals(5, file.write(buffer("acorn"), 0));
            assertEquals(4, file.write(buffer("bark"), 10));
            assertEquals(2, file.write(buffer("xxyy").position(2), 1));
            assertEquals("ayyrn\0\0\0\0\0bark", read(file, 20, 0));
            assertEquals(14, file.size());
            assertEquals("bark", read(file, 4, 10));
        }
        assertArrayEquals("ayyrn\0\0\0\0\0bark".getBytes(), Files.readAllBytes(directory.resolve("file")));
    }

    @Test
    void bufferThatIsNoArrayIsWritten(@TempDir Path directory) throws IOException {
        var direct = ByteBuffer.allocateDirect(4).put(buffer("bark")).flip();
        var slice = buffer("xbarkx").slice(1, 4);
        try (var file = open(directory.resolve("file"), "rw")) {
            file.write(direct, 0);
            file.write(slice, 4);
            file.write(buffer("leaf").asReadOnlyBuffer(), 8);
            assertEquals(0, direct.remaining() + slice.remaining());
            assertEquals("barkbarkleaf", read(file, 12, 0));
        }
    }

    @Test
    void truncatedFileIsShorter(@TempDir Path directory) throws IOException {
        try (var file = open(directory.resolve("file"), "rw")) {
            file.write(buffer("acorn"), 0);
            file.truncate(3);
            file.force(true);
            assertEquals("aco", read(file, 5, 0));
            file.write(buffer("xy"), file.size());
            assertEquals("acoxy", read(file, 5, 0));
        }
    }

    @Test
    void endOfFileIsReported(@TempDir Path directory) throws IOException {
        try (var file = open(directory.resolve("file"), "rw")) {
            file.write(buffer("acorn"), 0);
            assertEquals(-1, file.read(ByteBuffer.allocate(4), 5));
            assertEquals(-1, file.read(ByteBuffer.allocateDirect(4), 5));
            var into = ByteBuffer.allocateDirect(4);
            assertEquals(2, file.read(into, 3));
            assertEquals(2, into.position());
        }
    }

    @Test
    void closedFileIsNeitherReadNorWritten(@TempDir Path directory) throws IOException {
        var file = open(directory.resolve("file"), "rw");
        file.write(buffer("acorn"), 0);
        assertEquals("acorn", read(file, 5, 0));
        file.close();
        assertThrows(IOException.class, () -> file.write(buffer("bark"), 0));
        assertThrows(IOException.class, () -> read(file, 5, 0));
        assertEquals("acorn", Files.readString(directory.resolve("file")));
    }

    @Test
    void readOnlyFileMustExistAndIsNotWritten(@TempDir Path directory) throws IOException {
        var path = directory.resolve("file");
        assertThrows(IOException.class, () -> open(path, "r"));
        Files.writeString(path, "acorn");
        try (var file = open(path, "r")) {
            assertThrows(IOException.class, () -> file.write(buffer("bark"), 0));
            assertEquals("acorn", read(file, 5, 0));
        }
    }

    @Test
    void threadsReadAtTheSameTimeWhileOneWrites(@TempDir Path directory) throws IOException {
        var block = "0123456789abcdef".repeat(64);
        try (var file = open(directory.resolve("file"), "rw")) {
            file.write(buffer(block), 0);
            ParallelClients.of(8, client -> {
                for (int i = 0; i < 500; i++) {
                    if (client == 0) {
                        file.write(buffer("" + i), block.length() + i);
                    } else {
                        int from = (client * 31 + i) % 16;
                        assertEquals(block.substring(from, from + 512), read(file, 512, from));
                    }
                }
                return null;
            });
        }
    }

    /** Of a file channel of Java, the interruption would close the file. */
    @Test
    void interruptedThreadReadsAndWrites(@TempDir Path directory) throws IOException {
        try (var file = open(directory.resolve("file"), "rw")) {
            Thread.currentThread().interrupt();
            file.write(buffer("acorn"), 0);
            assertEquals("acorn", read(file, 5, 0));
            assertTrue(Thread.interrupted(), "the thread stays interrupted");
            file.write(buffer("bark"), 0);
        }
    }

    /** As two servers with the same directory would. */
    @Test
    void databaseIsLockedAgainstAnotherProcess(@TempDir Path directory) throws Exception {
        try (var first = connect(directory);
                var statement = first.createStatement()) {
            statement.execute("create table t (id int)");
            var second = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            "org.h2.tools.Shell",
                            "-url",
                            "jdbc:h2:" + directory.resolve("rows"),
                            "-sql",
                            "select 1")
                    .redirectErrorStream(true)
                    .start();
            var output = new String(second.getInputStream().readAllBytes());
            assertTrue(output.contains("Database may be already in use"), output);
        }
        try (var again = connect(directory)) {
            assertEquals(0, count(again));
        }
    }

    /** A committed row is in the file at once: the copy of a database in use is what a kill leaves. */
    @Test
    void copyOfTheFileHasEveryCommit(@TempDir Path directory, @TempDir Path copies) throws Exception {
        try (var connection = connect(directory);
                var statement = connection.createStatement()) {
            statement.execute("create table t (id int)");
            for (int row = 1; row <= ROWS; row++) {
                statement.execute("insert into t values (" + row + ")");
                if (row % 20 == 0) {
                    Files.copy(directory.resolve("rows.mv.db"), copies.resolve("rows.mv.db"));
                    try (var copy = connect(copies)) {
                        assertEquals(row, count(copy));
                    }
                    Files.delete(copies.resolve("rows.mv.db"));
                }
            }
        }
    }

    /**
     * By H2's own driver. Ours would start {@link FileCompaction}, which writes while a test copies the file, and take
     * the password from a setting, which other tests change at the same time.
     */
    private static Connection connect(Path directory) throws SQLException {
        DirectFiles.register();
        return new org.h2.Driver()
                .connect("jdbc:h2:direct:" + directory.resolve("rows") + ";WRITE_DELAY=0", new Properties());
    }

    private static int count(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("select count(*) from t")) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
