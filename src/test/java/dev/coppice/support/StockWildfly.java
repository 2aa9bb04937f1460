package dev.coppice.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;

/**
 * A copy of the distribution of WildFly, on ports of its own, which the commands of {@code src/docs/stock-wildfly.md}
 * configure. Not thread-safe.
 */
public final class StockWildfly implements AutoCloseable {
    private static final Path PAGE = Path.of("src", "docs", "stock-wildfly.md");
    private static final Pattern COMMANDS = Pattern.compile("(?s)```sh\n(.*?)```");
    private static final Pattern STARTED_LINE = Pattern.compile("WFLYSRV002[56]:");
    private static final int MANAGEMENT_PORT = 9990;
    private static final int HTTP_PORT = 8080;
    private static final Duration STARTED = Duration.ofMinutes(3);

    private final Path home;
    private final Path data;
    private final int offset = Ports.free() - MANAGEMENT_PORT;
    private Process process;

    private StockWildfly(Path home) {
        this.home = home;
        this.data = home.resolveSibling(home.getFileName() + "-data");
    }

    /**
     * Copies the distribution and installs the modules by the command of the page.
     *
     * @param home where to copy it; what was there is deleted
     */
    public static StockWildfly install(Path home) {
        var server = new StockWildfly(home.toAbsolutePath());
        try {
            Folders.delete(server.home);
            Folders.delete(server.data);
            Files.createDirectories(server.data);
            Folders.copy(Path.of(System.getProperty("stock.distribution")), server.home);
            var cli = Files.readString(server.home.resolve("bin/jboss-cli.xml"));
            Files.writeString(
                    server.data.resolve("jboss-cli.xml"),
                    cli.replace("<port>9990</port>", "<port>" + (MANAGEMENT_PORT + server.offset) + "</port>")
                            // A busy machine answers late, above all after a reload.
                            .replace("<silent>", "<connection-timeout>60000</connection-timeout><silent>"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.shell(line(0, 0)).orFail();
        return server;
    }

    private static String line(int block, int line) {
        try {
            var blocks = COMMANDS.matcher(Files.readString(PAGE)).results().toList();
            return blocks.get(block).group(1).lines().toList().get(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts the server by the command of the page and returns when its management answers. */
    public void start(String configuration) {
        var command = line(0, 1) + " -c " + configuration + " -Djboss.socket.binding.port-offset=" + offset;
        var builder = new ProcessBuilder("sh", "-c", "exec " + command);
        builder.environment().keySet().removeIf(variable -> variable.startsWith("COPPICE_"));
        builder.environment().putAll(environment());
        builder.environment().put("LAUNCH_JBOSS_IN_BACKGROUND", "true");
        builder.environment().remove("JAVA_OPTS");
        process = ChildProcesses.start(builder, data.resolve("server.out"));
        awaitStart(1);
    }

    /** Puts the compiled classes of {@code src/example} as a jar into the directory of extensions. */
    public void addExample() throws IOException {
        var folder = Files.createDirectories(data.resolve("coppice/extensions"));
        var classes = Path.of("target", "test-classes");
        try (var jar = new JarOutputStream(Files.newOutputStream(folder.resolve("example.jar")));
                var files = Files.list(classes.resolve("dev/coppice/example"))) {
            for (var file : files.toList()) {
                jar.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
                Files.copy(file, jar);
            }
        }
    }

    private void awaitStart(long times) {
        Await.until("the server has started", STARTED, () -> {
            try (var socket = new Socket()) {
                socket.connect(new InetSocketAddress("127.0.0.1", MANAGEMENT_PORT + offset));
                return starts() >= times;
            }
        });
    }

    private long starts() {
        return STARTED_LINE.matcher(output()).results().count();
    }

    /** Runs {@code configure.cli} by the command of the page. */
    public Command.Result configure() {
        return shell(line(1, 0));
    }

    /** Restarts the server, in a new process, by the command of the page. */
    public void restart() {
        long before = starts();
        shell(line(1, 1)).orFail();
        awaitStart(before + 1);
    }

    /** Deploys the WAR, by the command of the page. */
    public Command.Result deploy() {
        return shell(line(1, 2));
    }

    public void undeploy() {
        shell("\"$JBOSS_HOME/bin/jboss-cli.sh\" --connect --command=\"undeploy coppice.war\"")
                .orFail();
    }

    /** The body of {@code /health/ready}, by the command of the page. */
    public String ready() {
        return shell(line(2, 0).replace(":" + HTTP_PORT, ":" + (HTTP_PORT + offset)))
                .orFail();
    }

    /** The answer to a request without a token. The WAR need not be deployed. */
    public HttpResponse<String> get(String path) throws IOException {
        try {
            return HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(uri().resolve(path)).build(), BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private URI uri() {
        return URI.create("http://127.0.0.1:" + (HTTP_PORT + offset));
    }

    /** A client with the first administrator's token. */
    public Api api() throws IOException {
        var token = Files.readString(data.resolve("coppice/token")).strip();
        return new Api(uri(), token);
    }

    private Command.Result shell(String line) {
        return Command.run(Path.of("").toAbsolutePath(), environment(), List.of("sh", "-c", line));
    }

    private Map<String, String> environment() {
        return Map.of(
                "JBOSS_HOME", home.toString(),
                "JAVA_HOME", System.getProperty("java.home"),
                "COPPICE_DATA", data.resolve("coppice").toString(),
                "JAVA_OPTS", "-Djboss.cli.config=" + data.resolve("jboss-cli.xml"));
    }

    /** The console output of the server so far. */
    public String output() {
        try {
            return ChildProcesses.read(data.resolve("server.out"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stops the server. */
    @Override
    public void close() {
        if (process != null) {
            ChildProcesses.stop(process);
            process = null;
        }
    }
}
