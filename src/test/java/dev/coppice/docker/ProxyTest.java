package dev.coppice.docker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.coppice.support.Await;
import dev.coppice.support.Command;
import dev.coppice.support.NeedsNode;
import dev.coppice.support.Ports;
import dev.coppice.support.Program;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docker/nginx.conf in a real nginx, in front of two HTTP servers. Skipped where nginx is not installed. */
class ProxyTest {
    /** The first release of nginx that knows the parameter {@code resolve}. */
    private static final int RESOLVES = 1_027_003;

    private static final Pattern VERSION = Pattern.compile("nginx/(\\d+)\\.(\\d+)\\.(\\d+)");
    private static final Duration SOON = Duration.ofMinutes(2);

    private static int version;

    @TempDir
    private Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private final AtomicInteger requests = new AtomicInteger();
    private final int port = Ports.free();
    private HttpServer first;
    private HttpServer second;
    private Program nginx;

    @BeforeAll
    static void findNginx(@TempDir Path folder) {
        assumeTrue(NeedsNode.isInstalled("nginx"), "nginx is not on the PATH: docker/nginx.conf is not tried");
        var output = Command.run(folder, Map.of(), List.of("nginx", "-v")).orFail();
        var found = VERSION.matcher(output);
        assertTrue(found.find(), output);
        version = Integer.parseInt(found.group(1)) * 1_000_000
                + Integer.parseInt(found.group(2)) * 1_000
                + Integer.parseInt(found.group(3));
    }

    @BeforeEach
    void start() throws IOException {
        first = node();
        second = node();
        var configuration = Files.readString(Path.of("docker/nginx.conf"))
                .replace("/tmp/", folder + "/")
                .replace("listen 8080", "listen 127.0.0.1:" + port)
                .replace("node-1:8080", "127.0.0.1:" + first.getAddress().getPort())
                .replace("node-2:8080", "127.0.0.1:" + second.getAddress().getPort());
        if (version < RESOLVES) {
            configuration = configuration.replace(" resolve ", " ");
        }
        var file = Files.writeString(folder.resolve("nginx.conf"), configuration);
        nginx = Program.start(
                "nginx",
                Map.of(),
                List.of(
                        "nginx",
                        "-p",
                        folder.toString(),
                        "-c",
                        file.toString(),
                        "-g",
                        "daemon off; master_process off;"));
        Await.until("nginx answers", SOON, () -> get("/health/live").statusCode() == 200);
        requests.set(0);
    }

    @AfterEach
    void stop() {
        nginx.close();
        first.stop(0);
        second.stop(0);
    }

    /** A node that answers 200; 503 with a problem to everything below {@code /busy}. */
    private HttpServer node() throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            requests.incrementAndGet();
            boolean busy = exchange.getRequestURI().getPath().startsWith("/busy");
            var body = (busy ? "{\"code\":\"busy\"}" : "{}").getBytes();
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", busy ? "application/problem+json" : "application/json");
            exchange.getResponseHeaders().set("Retry-After", "7");
            exchange.sendResponseHeaders(busy ? 503 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return server;
    }

    @Test
    void busyAnswersReachTheClientAndLeaveTheNodesInUse() throws Exception {
        for (int n = 1; n <= 10; n++) {
            var busy = get("/busy/session");
            assertEquals(503, busy.statusCode());
            assertEquals("{\"code\":\"busy\"}", busy.body());
            assertEquals("7", busy.headers().firstValue("Retry-After").orElse(null));
            assertEquals(200, get("/v1/sessions").statusCode());
            assertEquals(2 * n, requests.get(), "a request was sent to both nodes");
        }
    }

    @Test
    void nodeThatIsGoneIsNotNoticed() throws Exception {
        first.stop(0);
        for (int n = 0; n < 10; n++) {
            assertEquals(200, get("/v1/sessions").statusCode());
            assertEquals(200, post("/v1/sessions").statusCode());
        }
    }

    @Test
    void problemIsAnsweredWhileNoNodeCanBeReached() throws Exception {
        first.stop(0);
        second.stop(0);
        for (int n = 0; n < 3; n++) {
            var problem = n == 1 ? post("/v1/sessions") : get("/v1/sessions");
            assertUnavailable("application/problem+json", problem);
            assertTrue(problem.body().contains("\"code\":\"unavailable\""), problem.body());
            var error = get("/v1/responses/resp_1");
            assertUnavailable("application/json", error);
            assertTrue(error.body().startsWith("{\"error\":{\"message\":"), error.body());
        }
    }

    private static void assertUnavailable(String type, HttpResponse<String> answer) {
        assertEquals(503, answer.statusCode(), answer.body());
        assertEquals(type, answer.headers().firstValue("Content-Type").orElse(null));
        assertEquals("1", answer.headers().firstValue("Retry-After").orElse(null));
    }

    private HttpResponse<String> get(String path) throws Exception {
        return http.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(uri(path))
                        .POST(BodyPublishers.ofString("{}"))
                        .build(),
                BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }
}
