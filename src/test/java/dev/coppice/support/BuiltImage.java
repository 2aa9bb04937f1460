package dev.coppice.support;

import dev.coppice.docker.Dockerfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What the Dockerfile builds, as directories below {@code target/it}: {@code /build} of the first stage and {@code /}
 * of the image. Paths in instructions are changed accordingly. Not thread-safe.
 */
public final class BuiltImage implements AutoCloseable {
    private static final Pattern IMAGE_PATH = Pattern.compile("/(opt/coppice|var/lib/coppice)");

    private final Dockerfile dockerfile;
    private final Path build;
    private final Path image;
    private final int httpPort = Ports.free();
    private Process process;

    private BuiltImage(Dockerfile dockerfile, Path root) {
        this.dockerfile = dockerfile;
        this.build = root.resolve("build");
        this.image = root.resolve("image");
    }

    /** Runs the steps of a Dockerfile after {@code mvn package} of this project. */
    public static BuiltImage of(Dockerfile dockerfile, String name) {
        var root = Path.of("target", "it", name).toAbsolutePath();
        var built = new BuiltImage(dockerfile, root);
        try {
            Folders.delete(root);
            Files.createDirectories(built.build);
            Files.createDirectories(built.image);
            Files.createSymbolicLink(
                    built.build.resolve("target"), Path.of("target").toAbsolutePath());
            built.runSteps();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return built;
    }

    private void runSteps() throws IOException {
        for (var step :
                dockerfile.all("RUN").filter(step -> !step.contains("mvn ")).toList()) {
            Command.run(build, Map.of(), List.of("sh", "-c", step)).orFail();
        }
        for (var copy : dockerfile.copies()) {
            if (copy.stage() != null) {
                var target = image.resolve(copy.target().substring(1));
                Files.createDirectories(target.getParent());
                Folders.copy(build.resolve(copy.sources().get(0).replaceFirst("^/build/", "")), target);
            }
        }
    }

    /** Runs the ENTRYPOINT with the variables of the image, on the loopback address. */
    public void start() {
        var words = dockerfile.all("ENTRYPOINT").findFirst().orElseThrow().replaceAll("[\\[\\]\" ]", "");
        var command = new ArrayList<String>(List.of(placed(words).split(",")));
        var builder = new ProcessBuilder(command)
                .directory(image.resolve("var/lib/coppice").toFile());
        builder.environment().keySet().removeIf(variable -> variable.startsWith("COPPICE_"));
        builder.environment().putAll(environment());
        process = ChildProcesses.start(builder, image.resolveSibling("image.out"));
    }

    private Map<String, String> environment() {
        var variables = new HashMap<String, String>();
        dockerfile.variables().forEach((name, value) -> variables.put(name, placed(value)));
        variables.put("JAVA_HOME", System.getProperty("java.home"));
        variables.put("COPPICE_HTTP_HOST", "127.0.0.1");
        variables.put("COPPICE_HTTP_PORT", String.valueOf(httpPort));
        variables.put("COPPICE_MANAGEMENT_PORT", String.valueOf(Ports.free()));
        return variables;
    }

    private String placed(String text) {
        return IMAGE_PATH.matcher(text).replaceAll(found -> image + found.group());
    }

    /** Runs the HEALTHCHECK and returns its exit status. */
    public int healthCheck() {
        if (!process.isAlive()) {
            throw new AssertionError("The server has ended:\n" + output());
        }
        var check = dockerfile.all("HEALTHCHECK").findFirst().orElseThrow();
        var script = check.substring(check.indexOf("CMD ") + "CMD ".length());
        return Command.run(image, environment(), List.of("sh", "-c", script)).status();
    }

    /** A client with the first administrator's token. */
    public Api api() throws IOException {
        var token = Files.readString(image.resolve("var/lib/coppice/token")).strip();
        return new Api(URI.create("http://127.0.0.1:" + httpPort), token);
    }

    /** Every file outside of the volume, with the time of its last change. */
    public Map<String, Long> files() {
        var files = new TreeMap<String, Long>();
        try (var paths = Files.walk(image)) {
            for (var path : paths.filter(Files::isRegularFile).toList()) {
                if (!path.startsWith(image.resolve("var/lib/coppice"))) {
                    files.put(path.toString(), Files.getLastModifiedTime(path).toMillis());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    /** Sends SIGTERM to the process of the ENTRYPOINT, as {@code docker stop} does, and waits for its end. */
    public void terminate() {
        ChildProcesses.stop(process);
    }

    /** The console output of the server so far. */
    public String output() {
        try {
            return ChildProcesses.read(image.resolveSibling("image.out"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        if (process != null && process.isAlive()) {
            terminate();
        }
    }
}
