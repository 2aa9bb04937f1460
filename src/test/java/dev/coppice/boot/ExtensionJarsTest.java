package dev.coppice.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtensionJarsTest {
    private static final byte JAVA_99 = (byte) (99 + 44);

    @TempDir
    private Path folder;

    private Path jar(String name, String entry, byte[] content) throws IOException {
        var jar = folder.resolve(name);
        try (var out = new ZipOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new ZipEntry(entry));
            out.write(content);
        }
        return jar;
    }

    private static byte[] classOf(byte major) {
        return new byte[] {(byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE, 0, 0, 0, major};
    }

    private void assertIsNamed(Path jar, String reason) {
        var failure = assertThrows(IOException.class, () -> ExtensionJars.in(folder));
        assertTrue(failure.getMessage().startsWith("The extension " + jar + " is broken: "), failure.getMessage());
        assertTrue(failure.getMessage().contains(reason), failure.getMessage());
    }

    @Test
    void jarsAreSortedAndOtherFilesIgnored() throws IOException {
        var second = jar("b.jar", "B.class", classOf((byte) 61));
        var first = jar("a.jar", "text.txt", "text".getBytes());
        Files.writeString(folder.resolve("notes.txt"), "not a jar");
        assertEquals(List.of(first, second), ExtensionJars.in(folder));
    }

    @Test
    void missingDirectoryHasNoJars() throws IOException {
        assertEquals(List.of(), ExtensionJars.in(folder.resolve("none")));
    }

    @Test
    void truncatedJarIsNamed() throws IOException {
        var jar = jar("a.jar", "A.class", classOf((byte) 61));
        var bytes = Files.readAllBytes(jar);
        Files.write(jar, Arrays.copyOf(bytes, bytes.length - 20));
        assertIsNamed(jar, "");
    }

    @Test
    void damagedEntryIsNamed() throws IOException {
        var jar = jar("a.jar", "text.txt", "text".repeat(1000).getBytes());
        var bytes = Files.readAllBytes(jar);
        bytes[45] ^= 0x55;
        Files.write(jar, bytes);
        assertIsNamed(jar, "");
    }

    @Test
    void classOfALaterJavaIsNamed() throws IOException {
        assertIsNamed(jar("a.jar", "A.class", classOf(JAVA_99)), "A.class needs Java 99");
    }

    @Test
    void fileThatIsNoClassIsNamed() throws IOException {
        assertIsNamed(jar("a.jar", "A.class", "not a class".getBytes()), "A.class is not a class file");
    }
}
