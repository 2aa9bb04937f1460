package dev.coppice.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * An HTTP server that answers each request by the next step of a script. A step may break off at any byte. Serves one
 * request per connection.
 */
final class ScriptedServer implements AutoCloseable {
    private static final int WAIT_SECONDS = 60;

    /**
     * One step of the script.
     *
     * @param bytes the bytes that are sent
     * @param hangs true if the connection then stays open, and nothing more is sent
     */
    private record Step(String bytes, boolean hangs) {}

    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final BlockingQueue<Step> script = new LinkedBlockingQueue<>();
    private final List<String> requests = new ArrayList<>();
    private final CountDownLatch closing = new CountDownLatch(1);

    ScriptedServer() throws IOException {
        start(this::serve);
    }

    private static void start(Runnable work) {
        var thread = new Thread(work, "scripted-server");
        thread.setDaemon(true);
        thread.start();
    }

    Coppice client() {
        return Coppice.connect("http://127.0.0.1:" + socket.getLocalPort(), "secret");
    }

    /** Adds a step that sends a complete answer. */
    ScriptedServer answer(int status, String body, String... headers) {
        var type = status < 300 ? "application/json" : "application/problem+json";
        return bytes(head(status, type, headers) + "Content-Length: " + body.length() + "\r\n\r\n" + body);
    }

    ScriptedServer problem(int status, String code, String... headers) {
        return answer(status, "{\"status\":" + status + ",\"code\":\"" + code + "\",\"detail\":\"no\"}", headers);
    }

    /** Adds a step that sends an error response as a proxy would send it, not in the format of Coppice. */
    ScriptedServer foreign(int status) {
        return bytes(head(status, "text/html") + "Content-Length: 6\r\n\r\n<html>");
    }

    /** Adds a step that sends the beginning of an answer and closes the connection. */
    ScriptedServer broken(String type, String part) {
        return bytes(head(200, type) + "Transfer-Encoding: chunked\r\n\r\n" + chunk(part));
    }

    /** Adds a step that sends the beginning of an answer and then nothing more. */
    ScriptedServer hanging(String type, String part) {
        script.add(new Step(head(200, type) + "Transfer-Encoding: chunked\r\n\r\n" + chunk(part), true));
        return this;
    }

    /** Adds a step that closes the connection without an answer. */
    ScriptedServer lost() {
        return bytes("");
    }

    /** Adds a step that sends no answer and keeps the connection open. */
    ScriptedServer silent() {
        script.add(new Step("", true));
        return this;
    }

    private ScriptedServer bytes(String bytes) {
        script.add(new Step(bytes, false));
        return this;
    }

    private static String head(int status, String type, String... headers) {
        var lines =
                new StringBuilder("HTTP/1.1 " + status + " x\r\nConnection: close\r\nContent-Type: " + type + "\r\n");
        for (var header : headers) {
            lines.append(header).append("\r\n");
        }
        return lines.toString();
    }

    private static String chunk(String part) {
        return part.isEmpty() ? "" : Integer.toHexString(part.length()) + "\r\n" + part + "\r\n";
    }

    /** Returns the requests that the server has received so far, each with head and body. */
    List<String> requests() {
        synchronized (requests) {
            return List.copyOf(requests);
        }
    }

    /** Returns the values that a header has had in the received requests, without duplicates. */
    List<String> header(String name) {
        return requests().stream()
                .flatMap(String::lines)
                .filter(line -> line.toLowerCase().startsWith(name.toLowerCase() + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .distinct()
                .toList();
    }

    private void serve() {
        while (!socket.isClosed()) {
            try {
                var connection = socket.accept();
                start(() -> serve(connection));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            var request = read(connection.getInputStream());
            synchronized (requests) {
                requests.add(request);
            }
            var step = script.poll(WAIT_SECONDS, TimeUnit.SECONDS);
            connection.getOutputStream().write(step.bytes().getBytes(StandardCharsets.ISO_8859_1));
            connection.getOutputStream().flush();
            if (step.hangs()) {
                closing.await();
            }
        } catch (SocketException e) {
            // The client has closed the connection.
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String read(InputStream in) throws IOException {
        var bytes = new ByteArrayOutputStream();
        while (!bytes.toString(StandardCharsets.ISO_8859_1).contains("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            bytes.write(next);
        }
        var head = bytes.toString(StandardCharsets.ISO_8859_1);
        var length = head.lines()
                .filter(line -> line.toLowerCase().startsWith("content-length:"))
                .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
                .findFirst()
                .orElse(0);
        return head + new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        closing.countDown();
        socket.close();
    }
}
