package dev.coppice.boot;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/** Finds the directory with the operator's extensions, and checks the jars in it. Stateless. */
final class ExtensionJars {
    private static final int CLASS_FILE = 0xCAFEBABE;

    /** Difference between the major version of class files and the Java version: class files of Java n have n + 44. */
    private static final int BEFORE_JAVA_1 = 44;

    private ExtensionJars() {}

    /**
     * Returns the directory of extensions. This is the value of the setting {@code coppice.extensions}, that is, of the
     * system property of this name or the environment variable {@code COPPICE_EXTENSIONS}. Without both, it is the
     * directory {@code extensions} in the data directory.
     */
    static Path directory() {
        return ServerSetting.of("coppice.extensions")
                .map(Path::of)
                .orElseGet(() -> ServerSetting.of("coppice.data")
                        .map(Path::of)
                        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".coppice"))
                        .resolve("extensions"))
                .toAbsolutePath();
    }

    /**
     * Returns the jars of a directory: the files whose names end with {@code .jar}, in the order of their names.
     * Returns an empty list if the directory does not exist. Throws {@code IOException} with the path of the jar if a
     * jar cannot be read completely, or contains a class for a later version of Java than the one that runs the server.
     */
    static List<Path> in(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        List<Path> jars;
        try (var files = Files.list(directory)) {
            jars = files.filter(file -> file.getFileName().toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
        for (var jar : jars) {
            check(jar);
        }
        return jars;
    }

    private static void check(Path jar) throws IOException {
        try (var file = new JarFile(jar.toFile())) {
            for (var entries = file.entries(); entries.hasMoreElements(); ) {
                var entry = entries.nextElement();
                try (var content = file.getInputStream(entry)) {
                    check(entry, content);
                }
            }
        } catch (IOException e) {
            throw new IOException("The extension " + jar + " is broken: " + e.getMessage(), e);
        }
    }

    /**
     * Checks one entry of a jar. Reads the whole entry, because its size and checksum are compared only at its end.
     * Throws {@code IOException} if the entry is damaged, or if it is a class for a later version of Java than that of
     * this JVM. Classes below {@code META-INF/versions} may be for a later one, because the JVM then ignores them.
     */
    private static void check(ZipEntry entry, InputStream content) throws IOException {
        if (entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF/versions/")) {
            var data = new DataInputStream(content);
            if (data.readInt() != CLASS_FILE) {
                throw new IOException(entry.getName() + " is not a class file");
            }
            int java = (data.readInt() & 0xFFFF) - BEFORE_JAVA_1;
            if (java > Runtime.version().feature()) {
                throw new IOException(entry.getName() + " needs Java " + java + ", the server runs on Java "
                        + Runtime.version().feature());
            }
        }
        content.transferTo(OutputStream.nullOutputStream());
    }
}
