package dev.coppice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole loader against a scripted server. */
class UploadTest {

    private static final String LINE = "{\"sessionId\":\"a b\",\"userId\":\"ada\",\"id\":\"%s\",\"role\":\"user\"}\n";

    @TempDir
    Path directory;

    private final Deque<String> script = new ArrayDeque<>();
    private final List<String> calls = new ArrayList<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private HttpServer http;

    @BeforeEach
    void start() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/", this::answer);
        http.start();
    }

    @AfterEach
    void stop() {
        http.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        calls.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body);
        var answer = script.isEmpty() ? "500 {}" : script.remove();
        exchange.getResponseHeaders().add("Retry-After", "0");
        var bytes = answer.substring(4).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(Integer.parseInt(answer.substring(0, 3)), bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private String load(String text, String... options) throws IOException {
        var file = Files.writeString(directory.resolve("file"), text);
        var arguments = new ArrayList<>(List.of(file.toString(), "--token", "t"));
        arguments.addAll(
                List.of("--url", "http://127.0.0.1:" + http.getAddress().getPort()));
        arguments.addAll(List.of(options));
        Loader.run(arguments.toArray(new String[0]), Map.of(), new PrintStream(out, true), false);
        return out.toString(StandardCharsets.UTF_8).strip();
    }

    @Test
    void sessionIsCreatedBeforeItsMessages() throws IOException {
        script.add("201 {\"id\":\"a b\"}");
        script.add("201 {\"appended\":[{\"id\":\"1\",\"inserted\":true},{\"id\":\"2\",\"inserted\":false}]}");
        var output = load(LINE.formatted("1") + LINE.formatted("2"), "--namespace", "lab/1");
        assertEquals(
                List.of(
                        "PUT /v1/sessions/a%20b?namespace=lab%2F1 {\"userId\":\"ada\"}",
                        "POST /v1/sessions/a%20b/messages?namespace=lab%2F1"
                                + " {\"messages\":[{\"id\":\"1\",\"role\":\"user\"},{\"id\":\"2\",\"role\":\"user\"}]}"),
                calls);
        assertTrue(output.matches("(?s).*2 messages in .* 1 inserted, 1 already stored; 1 new sessions"), output);
    }

    @Test
    void rootsAndParentsAreSent() throws IOException {
        var line = "{\"sessionId\":\"s\",\"id\":\"%s\"%s}\n";
        script.add("200 {}");
        for (int i = 0; i < 3; i++) {
            script.add("201 {\"appended\":[{\"inserted\":true}]}");
        }
        load(line.formatted("1", ",\"root\":true")
                + line.formatted("2", ",\"parentId\":\"1\"")
                + line.formatted("3", ",\"parentId\":\"1\"")
                + line.formatted("ü\\\"", ",\"root\":true")
                + line.formatted("4", ",\"parentId\":\"ü\\\"\""));
        assertEquals(
                List.of(
                        "{\"root\":true,\"messages\":[{\"id\":\"1\"},{\"id\":\"2\"}]}",
                        "{\"parentId\":\"1\",\"messages\":[{\"id\":\"3\"}]}",
                        "{\"root\":true,\"messages\":[{\"id\":\"ü\\\"\"},{\"id\":\"4\"}]}"),
                calls.stream()
                        .skip(1)
                        .map(call -> call.substring(call.indexOf('{')))
                        .toList());
    }

    @Test
    void fileWithoutMessagesIsRefused() {
        var refused = assertThrows(LoadException.class, () -> load("\n \n"));
        assertTrue(refused.getMessage().endsWith("contains no messages"), refused.getMessage());
        assertEquals(List.of(), calls);
    }

    @Test
    void busyServerIsRetried() throws IOException {
        script.addAll(List.of("503 {}", "200 {}", "429 {}", "503 {}"));
        script.add("201 {\"appended\":[{\"id\":\"1\",\"inserted\":true}]}");
        assertTrue(load(LINE.formatted("1")).contains("1 inserted, 0 already stored; 0 new sessions"));
        assertEquals(5, calls.size());
    }

    @Test
    void serverThatStaysBusyEndsTheLoad() {
        for (int i = 0; i < 20; i++) {
            script.add("503 {\"code\":\"busy\",\"detail\":\"Later.\"}");
        }
        var refused = assertThrows(LoadException.class, () -> load(LINE.formatted("1")));
        assertEquals("line 1: 503 busy: Later.", refused.getMessage());
        assertEquals(8, calls.size());
    }

    @Test
    void errorNamesTheLineOfTheRefusedMessage() {
        script.add("200 {}");
        script.add("422 {\"code\":\"invalid-message\",\"detail\":\"No role.\",\"errors\":[{\"pointer\":"
                + "\"/messages/1/role\",\"detail\":\"missing\"}]}");
        var refused = assertThrows(LoadException.class, () -> load(LINE.formatted("1") + "\n" + LINE.formatted("2")));
        assertEquals("line 3: 422 invalid-message: No role.", refused.getMessage());
    }

    @Test
    void errorWithoutPointerNamesTheLinesOfTheBatch() {
        script.add("200 {}");
        script.add("409 {\"code\":\"message-exists\",\"detail\":\"It says something else.\"}");
        var refused = assertThrows(LoadException.class, () -> load(LINE.formatted("1") + LINE.formatted("2")));
        assertEquals("line 1 to line 2: 409 message-exists: It says something else.", refused.getMessage());
    }

    @Test
    void rejectedTokenEndsTheLoad() {
        script.add("401 {\"code\":\"unauthenticated\"}");
        var refused = assertThrows(LoadException.class, () -> load(LINE.formatted("1")));
        assertTrue(refused.getMessage().contains("rejects the token"), refused.getMessage());
    }

    @Test
    void refusedConnectionEndsTheLoadAtOnce() {
        http.stop(0);
        var refused = assertThrows(LoadException.class, () -> load(LINE.formatted("1")));
        assertTrue(refused.getMessage().contains("is the server running?"), refused.getMessage());
    }
}
