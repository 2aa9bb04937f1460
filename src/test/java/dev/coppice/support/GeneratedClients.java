package dev.coppice.support;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;

/**
 * Clients in Java, TypeScript and Python that OpenAPI Generator makes of a document. Maven copies the generator to
 * {@code target}; its settings are in {@code src/test/resources/clients}. Not thread-safe.
 */
public final class GeneratedClients {

    private static final Path GENERATOR = Path.of("target/openapi-generator/openapi-generator-cli.jar");
    private static final Path SETTINGS = Path.of("src/test/resources/clients");
    /** The folder that the settings name: of the document and, below it, of one client per language. */
    private static final Path HOME = Path.of("target/it/clients");

    private static final long LIMIT_SECONDS = 1200;

    private GeneratedClients() {}

    /** Generates all clients; throws if one of them cannot be generated. */
    public static GeneratedClients of(byte[] document) {
        try {
            Folders.delete(HOME);
            Files.createDirectories(HOME);
            Files.write(HOME.resolve("openapi.json"), document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m",
                "-XX:TieredStopAtLevel=1",
                "-jar",
                GENERATOR.toString(),
                "batch",
                "--fail-fast"));
        for (var language : List.of("java", "typescript", "python")) {
            command.add(SETTINGS.resolve(language + ".yaml").toString());
        }
        run(command);
        return new GeneratedClients();
    }

    /** The text of a file of the client in a language. */
    public String read(String language, String file) throws IOException {
        return Files.readString(HOME.resolve(language).resolve(file));
    }

    /** Compiles the Java client together with a source file of the settings' folder; throws if that fails. */
    public ClassLoader compileJava(String file) throws IOException {
        var classes = Files.createDirectories(HOME.resolve("classes"));
        var sources = new ArrayList<Path>(List.of(SETTINGS.resolve(file)));
        try (var paths = Files.walk(HOME.resolve("java/src/main/java"))) {
            paths.filter(path -> path.toString().endsWith(".java")).forEach(sources::add);
        }
        var options = List.of(
                "-d",
                classes.toString(),
                "-parameters",
                "-proc:none",
                "-nowarn",
                "-classpath",
                System.getProperty("java.class.path"));
        var compiler = ToolProvider.getSystemJavaCompiler();
        var errors = new StringWriter();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            var units = files.getJavaFileObjectsFromPaths(sources);
            if (!compiler.getTask(errors, files, null, options, null, units).call()) {
                throw new AssertionError("The generated Java client does not compile:\n" + errors);
            }
        }
        return new URLClassLoader(new URL[] {classes.toUri().toURL()}, GeneratedClients.class.getClassLoader());
    }

    /** Whether {@code python3} is on the path. */
    public static boolean hasPython() {
        return ChildProcesses.isInstalled("python3");
    }

    /** Compiles the Python client with {@code python3}; throws if that fails. */
    public void compilePython() {
        run(List.of("python3", "-m", "compileall", "-q", HOME.resolve("python").toString()));
    }

    private static void run(List<String> command) {
        var log = HOME.resolve("commands.log");
        var process = ChildProcesses.start(new ProcessBuilder(command), log);
        try {
            var isFinished = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            ChildProcesses.stop(process);
            if (!isFinished || process.exitValue() != 0) {
                throw new AssertionError(String.join(" ", command) + " failed:\n" + Files.readString(log));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
