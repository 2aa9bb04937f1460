package dev.coppice.boot;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.stream.Stream;

/**
 * Commands that the script {@code bin/coppice} runs in a JVM of their own, because they need sockets. They check
 * whether the server's ports are free and whether the server is ready. They read the server's environment variables,
 * such as {@code COPPICE_HTTP_PORT}.
 */
public final class Control {
    private static final int TIMEOUT_MILLIS = 5000;
    private static final int PAUSE_MILLIS = 200;
    private static final int CAUSES = 3;
    private static final int FAILED = 1;

    private Control() {}

    /**
     * Runs the command that the arguments name. The JVM ends with status 0, or with status 1 after a message to
     * standard error. The commands are:
     *
     * <ul>
     *   <li>{@code ports}: fails if a port of the server cannot be used.
     *   <li>{@code ready}: prints the answer of {@code /health/ready}; fails if it is not 200.
     *   <li>{@code await PID BASE LOGGED}: waits until the server is ready; fails if its process ends or its deployment
     *       fails. {@code BASE} is the directory with {@code deployments}, {@code log} and {@code console.log};
     *       {@code LOGGED} is the size of {@code server.log} before the start, in bytes.
     * </ul>
     */
    public static void main(String[] arguments) throws InterruptedException {
        try {
            switch (arguments[0]) {
                case "ports" -> checkPorts();
                case "ready" -> System.out.println(answer());
                default -> await(Long.parseLong(arguments[1]), Path.of(arguments[2]), Long.parseLong(arguments[3]));
            }
        } catch (IOException e) {
            System.err.println("coppice: " + e.getMessage());
            System.exit(FAILED);
        }
    }

    private static void checkPorts() throws IOException {
        check(variable("COPPICE_HTTP_HOST", "127.0.0.1"), "COPPICE_HTTP_PORT", "8080");
        check("127.0.0.1", "COPPICE_MANAGEMENT_PORT", "9990");
    }

    private static void check(String host, String variable, String otherwise) throws IOException {
        var port = variable(variable, otherwise);
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(host, Integer.parseInt(port)));
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException(
                    "Port " + port + " of " + host + " cannot be used (" + e.getMessage()
                            + "). End the program that uses it, or set " + variable + ".",
                    e);
        }
    }

    private static String variable(String name, String otherwise) {
        var value = System.getenv(name);
        return value == null || value.isBlank() ? otherwise : value;
    }

    /**
     * Returns the body of the server's answer to {@code /health/ready} if the status is 200. Throws {@code IOException}
     * if the server cannot be reached or the status is another one; the message then contains the body.
     */
    private static String answer() throws IOException {
        var connection = (HttpURLConnection) new URL(address() + "/health/ready").openConnection();
        connection.setConnectTimeout(TIMEOUT_MILLIS);
        connection.setReadTimeout(TIMEOUT_MILLIS);
        boolean ready = connection.getResponseCode() == HttpURLConnection.HTTP_OK;
        try (var body = ready ? connection.getInputStream() : connection.getErrorStream()) {
            var text = body == null ? "no body" : new String(body.readAllBytes(), StandardCharsets.UTF_8);
            if (!ready) {
                throw new IOException("not ready: " + text);
            }
            return text;
        }
    }

    /** Returns the URL at which a client on this machine reaches the server, such as {@code http://127.0.0.1:8080}. */
    private static String address() throws IOException {
        var host = InetAddress.getByName(variable("COPPICE_HTTP_HOST", "127.0.0.1"));
        var reachable = host.isAnyLocalAddress() ? InetAddress.getByName("127.0.0.1") : host;
        var text = reachable.getHostAddress();
        return "http://" + (text.contains(":") ? "[" + text + "]" : text) + ":" + variable("COPPICE_HTTP_PORT", "8080");
    }

    /**
     * Waits until the server is ready, and prints its address. There is no time limit, because the migration of a large
     * database may take a long time. Throws {@code IOException} if the server's process ends or its deployment fails.
     *
     * @param process id of the server's process
     * @param base directory with {@code deployments}, {@code log} and {@code console.log}
     * @param logged size of {@code server.log} in bytes before the start
     */
    private static void await(long process, Path base, long logged) throws IOException, InterruptedException {
        while (true) {
            boolean alive =
                    ProcessHandle.of(process).map(ProcessHandle::isAlive).orElse(false);
            if (!alive || Files.exists(base.resolve("deployments/coppice.war.failed"))) {
                throw new IOException(failure(base, alive, logged));
            }
            try {
                answer();
                System.out.println("Coppice is ready on " + address());
                return;
            } catch (IOException e) {
                Thread.sleep(PAUSE_MILLIS);
            }
        }
    }

    /**
     * Describes why the server did not start. Quotes the last causes of exceptions that the server has logged or
     * printed since its start, at most three. If there are none, quotes the last three lines instead.
     *
     * @param base directory with {@code log} and {@code console.log}
     * @param alive true if the process of the server still runs
     * @param logged size of {@code server.log} in bytes before the start
     */
    private static String failure(Path base, boolean alive, long logged) throws IOException {
        var log = base.resolve("log/server.log");
        var lines = new ArrayList<>(Files.readAllLines(base.resolve("console.log")));
        if (Files.exists(log)) {
            var bytes = Files.readAllBytes(log);
            int from = bytes.length < logged ? 0 : (int) logged;
            lines.addAll(new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8)
                    .lines()
                    .toList());
        }
        // The log has a message of several lines as one line, with escapes.
        var causes = lines.stream()
                .flatMap(line -> Stream.of(line.split("\\\\n")))
                .filter(line -> line.contains("Caused by: "))
                .map(String::strip)
                .distinct()
                .toList();
        var shown = causes.isEmpty() ? lines : causes;
        return (alive ? "The application could not be deployed. " : "The server has ended. ") + log
                + " has at its end:\n"
                + String.join("\n", shown.subList(Math.max(0, shown.size() - CAUSES), shown.size()));
    }
}
