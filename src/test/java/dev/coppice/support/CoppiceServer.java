package dev.coppice.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A server in a process of its own, with its own base directory, data and ports, so that it can be killed and started
 * again. Created by {@link #named}. Not thread-safe, except for requests over HTTP.
 */
public final class CoppiceServer implements AutoCloseable {

    /** The search index's interval in tests: tests wait for it often, and on an idle server it costs nothing. */
    public static final String INDEX_INTERVAL = "PT0.1S";

    /** Payara Server needs three minutes on a busy machine. */
    private static final Duration READY = Duration.ofMinutes(6);

    private static final int TAIL_LINES = 60;

    /** Exit value of a process that was ended by SIGKILL. */
    private static final int SIGKILLED = 128 + 9;

    private static final HttpClient PROBE = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();

    private final ServerLaunch serverLaunch;
    private final Database database;
    private final int httpPort = Ports.free();
    private final int managementPort = Ports.free();
    private Process process;

    private CoppiceServer(ServerLaunch serverLaunch, Database database) {
        this.serverLaunch = serverLaunch;
        this.database = database;
    }

    /** Plans a server with an empty database of the kind under test; not yet started. */
    public static Plan named(String name) {
        return new Plan(name);
    }

    /**
     * False if the server under test refuses a request with this id in its path, before Coppice gets the request. A
     * test of ids in paths leaves such an id out.
     */
    public static boolean passesInPath(String id) {
        return ServerKind.underTest().passesInPath(id);
    }

    /**
     * True if the server under test, and not Coppice, has given an answer, because the WAR is not deployed yet or not any
     * more: for Payara, 404 with a page of HTML.
     */
    public static boolean answersWithoutCoppice(HttpAnswer answer) {
        return ServerKind.underTest().answersWithoutCoppice(answer);
    }

    /** The options of a server that has not been started yet. */
    public static final class Plan {
        private final String name;
        private final Map<String, String> environment = new HashMap<>();
        private String memory = "-Xmx512m";
        private boolean lasting;
        private Database database;

        private Plan(String name) {
            this.name = name;
        }

        /** Sets the JVM's heap option, for example {@code -Xmx192m}; the default is 512 MB. */
        public Plan memory(String option) {
            memory = option;
            return this;
        }

        /** Uses the optimizing compiler, too: worth it for a server that is under load for many minutes. */
        public Plan lasting() {
            lasting = true;
            return this;
        }

        /** Uses a database of another server instead of an empty one. */
        public Plan database(Database chosen) {
            database = chosen;
            return this;
        }

        public Plan environment(String variable, String value) {
            environment.put(variable, value);
            return this;
        }

        /** Starts the server and returns when it is ready. */
        public CoppiceServer start() {
            var chosen = database == null ? Databases.fresh(name) : database;
            var serverLaunch = new ServerLaunch(name, memory, lasting, Map.copyOf(environment));
            var server = new CoppiceServer(serverLaunch, chosen);
            try {
                serverLaunch.prepare();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            server.launchAndWait();
            return server;
        }
    }

    public URI uri() {
        return URI.create("http://127.0.0.1:" + httpPort);
    }

    public int httpPort() {
        return httpPort;
    }

    public int managementPort() {
        return managementPort;
    }

    public long pid() {
        return process.pid();
    }

    public Database database() {
        return database;
    }

    public Path data() {
        return serverLaunch.data();
    }

    /** The console output of the server so far. */
    public String log() {
        try {
            return ChildProcesses.read(serverLaunch.output());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The admin token that the server created at its first start. */
    public String token() {
        try {
            return Files.readString(data().resolve("token")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A client with the admin token. */
    public Api api() {
        return new Api(uri(), token());
    }

    /** Kills the server with SIGKILL and waits for its end. */
    public void kill9() {
        ChildProcesses.kill(process);
    }

    /** Stops all threads of the server with SIGSTOP, as on a machine that hangs: its connections stay open. */
    public void freeze() {
        ChildProcesses.signal(process, "STOP");
    }

    /** Lets a frozen server continue. */
    public void thaw() {
        ChildProcesses.signal(process, "CONT");
    }

    /** Stops the server with SIGTERM and waits for its end. */
    public void stop() {
        ChildProcesses.stop(process);
        if (process.exitValue() != SIGKILLED) {
            serverLaunch.stopped();
        }
    }

    /** Starts it again with the same data and ports, and returns when it is ready; stops it first if it runs. */
    public void restart() {
        if (process.isAlive()) {
            stop();
        }
        launchAndWait();
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            stop();
        }
    }

    /** Bytes of live objects on the server's heap, after a full collection. */
    public long liveHeap() {
        return sum(liveObjects(), "(?m)^Total\\s+\\d+\\s+(\\d+)");
    }

    /** Number of live objects, after a full collection, of all classes whose name contains a text, with generated ones. */
    public long liveObjects(String classes) {
        return sum(liveObjects(), "(?m)^\\s*\\d+:\\s+(\\d+)\\s+\\d+\\s+\\S*" + Pattern.quote(classes));
    }

    private static long sum(String histogram, String figure) {
        var figures = Pattern.compile(figure)
                .matcher(histogram)
                .results()
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .toArray();
        if (figures.length == 0) {
            throw new IllegalStateException(
                    "Unexpected output of jcmd: " + histogram.lines().limit(5).toList());
        }
        return Arrays.stream(figures).sum();
    }

    private String liveObjects() {
        try {
            var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
            // By default, jcmd gives up after ten seconds.
            var patient = "-J-Dsun.tools.attach.attachTimeout=300000";
            var histogram = new ProcessBuilder(jcmd, patient, String.valueOf(pid()), "GC.class_histogram")
                    .redirectErrorStream(true)
                    .start();
            return new String(histogram.getInputStream().readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void launchAndWait() {
        process = serverLaunch.start(database, httpPort, managementPort);
        try {
            Await.until("the server is ready", READY, this::ready);
        } catch (AssertionError | StartFailed e) {
            if (process.isAlive()) {
                kill9();
            }
            throw new IllegalStateException(e.getMessage() + "\n" + tail(), e);
        }
    }

    private boolean ready() throws IOException, InterruptedException {
        if (!process.isAlive() || serverLaunch.deploymentFailed()) {
            throw new StartFailed("The server has ended, or its deployment has failed");
        }
        var request = HttpRequest.newBuilder(uri().resolve("/health/ready"))
                .timeout(Duration.ofSeconds(2))
                .build();
        var answer = PROBE.send(request, BodyHandlers.discarding());
        boolean ready = answer.statusCode() == 200;
        if (!ready && !ServerKind.underTest().isAnswerWhileStarting(answer)) {
            throw new StartFailed("The server has answered while it was starting: " + answer);
        }
        return ready;
    }

    private String tail() {
        List<String> lines = log().lines().toList();
        var causes = lines.stream().filter(line -> line.contains("Caused by: ")).distinct();
        var end = lines.stream().skip(Math.max(0, lines.size() - TAIL_LINES));
        return serverLaunch.output() + ":\n" + Stream.concat(causes, end).collect(Collectors.joining("\n"));
    }

    /** Ends the wait for readiness: the server cannot become ready. */
    private static final class StartFailed extends Error {
        private static final long serialVersionUID = 1L;

        StartFailed(String why) {
            super(why);
        }
    }
}
