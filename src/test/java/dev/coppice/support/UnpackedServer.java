package dev.coppice.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code target/coppice-server.zip}, unpacked below {@code target/it}, with data and ports of its own. Its script
 * {@code bin/coppice} starts and stops it. Not thread-safe.
 */
public final class UnpackedServer implements AutoCloseable {
    private final Path root;
    private final Map<String, String> environment = new HashMap<>();
    private final int httpPort = Ports.free();

    private UnpackedServer(Path root) {
        this.root = root;
        // An orphan of an earlier run would not be found otherwise.
        environment.put("COPPICE_DATA", root.resolve("data").toString());
        environment.put("COPPICE_HTTP_PORT", String.valueOf(httpPort));
        environment.put("COPPICE_MANAGEMENT_PORT", String.valueOf(Ports.free()));
        environment.put("JAVA_HOME", System.getProperty("java.home"));
    }

    /**
     * Unpacks the zip, as {@code unzip} does, with the permissions of the files.
     *
     * @param name name of the directory below {@code target/it}; what was there is deleted
     */
    public static UnpackedServer unpack(String name) {
        var root = Path.of("target", "it", name).toAbsolutePath();
        try {
            Folders.delete(root);
            Files.createDirectories(root);
            unpack(Path.of("target", "coppice-server.zip"), root);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new UnpackedServer(root);
    }

    private static void unpack(Path zip, Path target) throws IOException {
        try (var files = FileSystems.newFileSystem(zip, Map.of("enablePosixFileAttributes", true));
                var paths = Files.walk(files.getPath("/"))) {
            for (var path : paths.toList()) {
                var copy = target.resolve(path.toString().substring(1));
                if (Files.isDirectory(path)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(path, copy);
                    Files.setPosixFilePermissions(copy, Files.getPosixFilePermissions(path));
                }
            }
        }
    }

    /** The unpacked directory. */
    public Path home() {
        return root.resolve("coppice-server");
    }

    public Path data() {
        return root.resolve("data");
    }

    public int httpPort() {
        return httpPort;
    }

    /** Sets a variable for the following commands; an empty value removes it. */
    public UnpackedServer environment(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /** Runs {@code bin/coppice <command>}. */
    public Command.Result coppice(String command) {
        return Command.run(
                root, environment, List.of(home().resolve("bin/coppice").toString(), command));
    }

    /** Starts {@code bin/coppice run}, as systemd does; the program is the server, and is killed when it is closed. */
    public Program run() {
        return Program.start(
                root.getFileName().toString(),
                environment,
                List.of(home().resolve("bin/coppice").toString(), "run"));
    }

    public URI uri() {
        return URI.create("http://127.0.0.1:" + httpPort);
    }

    /** A client with the first administrator's token; the server must be ready. */
    public Api api() {
        try {
            var token = Files.readString(data().resolve("token")).strip();
            return new Api(uri(), token);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The path of every file of the unpacked directory, with the time of its last change. */
    public Map<String, Long> files() {
        var files = new TreeMap<String, Long>();
        try (var paths = Files.walk(home())) {
            for (var path : paths.filter(Files::isRegularFile).toList()) {
                files.put(path.toString(), Files.getLastModifiedTime(path).toMillis());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    /** Stops the server if it runs. */
    @Override
    public void close() {
        coppice("stop");
    }
}
