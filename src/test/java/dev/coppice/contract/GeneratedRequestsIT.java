package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.coppice.openapi.Document;
import dev.coppice.openapi.Exchange;
import dev.coppice.openapi.OpenApiCheck;
import dev.coppice.support.Api;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.HttpCall;
import dev.coppice.support.NeedsNode;
import dev.coppice.support.Specmatic;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Specmatic generates requests from the OpenAPI document. Between it and the server, each exchange is compared with the
 * document: no 5xx, no undeclared status, no answer that breaks its schema, no accepted request that breaks its own.
 * Every operation is reached. Runs in the profile {@code chaos}.
 */
@DatabaseNeutral
@ExtendWith(NeedsNode.class)
@Tag("chaos-only")
class GeneratedRequestsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String SESSION = "generated";
    private static final String MESSAGE = "m";
    private static final String LABEL = "notes";
    private static final String NAME = "n";

    /** The end of the paths of event streams, which are not asked for: they have no end. */
    private static final String STREAM = "/events";

    private static final Path RESULTS = Path.of("target", "it", "specmatic");

    /** Headers of a request that are passed on; the others belong to one connection. */
    private static final Set<String> FORWARDED = Set.of(
            "accept", "content-type", "if-match", "if-none-match", "idempotency-key", "last-event-id", "x-request-id");

    private final OpenApiCheck check = new OpenApiCheck();
    private final TreeMap<String, String> findings = new TreeMap<>();
    private final TreeSet<String> operations = new TreeSet<>();
    private final TreeMap<Integer, Integer> statuses = new TreeMap<>();
    private final AtomicInteger exchanges = new AtomicInteger();

    /** Whether a request may have deleted what paths name. */
    private final AtomicBoolean isMissing = new AtomicBoolean(true);

    @Test
    void everyAnswerIsDeclared() throws IOException {
        Files.createDirectories(RESULTS);
        try (var server = CoppiceServer.named("generated").lasting().start()) {
            var front = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            var threads = Executors.newFixedThreadPool(8);
            front.setExecutor(threads);
            front.createContext("/", exchange -> forward(server, exchange));
            front.start();
            try {
                var document = server.api().get("/openapi").send().expect(200).body();
                var base = URI.create("http://127.0.0.1:" + front.getAddress().getPort());
                Files.writeString(RESULTS.resolve("output.txt"), Specmatic.run(document, base));
            } finally {
                front.stop(0);
                threads.shutdownNow();
            }
        }
        System.out.printf(
                "%d generated requests to %d operations, answers %s, %d findings%n",
                exchanges.get(), operations.size(), statuses, findings.size());
        Files.writeString(RESULTS.resolve("findings.txt"), String.join("\n", findings.values()));
        assertEquals("", String.join("\n", findings.keySet()), "see " + RESULTS.resolve("findings.txt"));
        assertEquals(Set.of(), notReached(), "see " + RESULTS.resolve("output.txt"));
    }

    private Set<String> notReached() {
        var missing = new TreeSet<String>();
        Document.load().operations().stream()
                .filter(operation -> !operation.template().endsWith(STREAM))
                .forEach(operation -> missing.add(operation.toString()));
        missing.removeAll(operations);
        return missing;
    }

    private void forward(CoppiceServer server, HttpExchange exchange) throws IOException {
        try (exchange) {
            var path = existing(exchange.getRequestURI().toString());
            if (path.split("\\?")[0].endsWith(STREAM)) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            var api = server.api().within(PATIENCE);
            if (isMissing.getAndSet(false)) {
                prepare(api);
            }
            var answer = call(api, path, exchange).send();
            isMissing.set(exchange.getRequestMethod().equals("DELETE") || path.contains("/clear"));
            note(answer);
            answer(exchange, answer);
        } catch (RuntimeException e) {
            find("not forwarded: " + e.getClass().getSimpleName(), e.toString());
        }
    }

    /** The request with another path and the token of the server's administrator. */
    private static HttpCall call(Api api, String path, HttpExchange exchange) throws IOException {
        var body = exchange.getRequestBody().readAllBytes();
        var call = api.call(exchange.getRequestMethod(), path);
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (FORWARDED.contains(name.toLowerCase(Locale.ROOT))
                    && !values.get(0).isEmpty()) {
                call.header(name, values.get(0));
            }
        });
        return body.length == 0 ? call : call.body(exchange.getRequestHeaders().getFirst("Content-Type"), body);
    }

    /** The path with names of what exists in place of generated ones, which are hardly ever found. */
    private static String existing(String path) {
        return path.replaceFirst("^/v1/(sessions|conversations)/[^/?]+", "/v1/$1/" + SESSION)
                .replaceFirst("/(messages|items)/[^/?]+", "/$1/" + MESSAGE)
                .replaceFirst("/context/[^/?]+", "/context/" + LABEL)
                .replaceFirst("/(runs|values|entries)/[^/?]+", "/$1/" + NAME);
    }

    /** Creates what the path names, if a request has deleted it. */
    private static void prepare(Api api) {
        api.put(Contract.SESSION, SESSION).json("{}").send();
        api.post(Contract.MESSAGES, SESSION)
                .json(Contract.batch(Contract.message(MESSAGE, "text")))
                .send();
        api.post("/v1/sessions/{}/context", SESSION)
                .json("{\"label\":\"" + LABEL + "\"}")
                .send();
    }

    private void note(HttpAnswer answer) {
        exchanges.incrementAndGet();
        var request = answer.request();
        var path = request.uri().getRawPath();
        var operation = request.method() + " " + check.template(request.method(), path);
        var headers = new HashMap<String, String>();
        answer.headers().map().forEach((name, values) -> headers.put(name, String.join(", ", values)));
        var types = request.headers().get("Content-Type");
        var exchange = new Exchange(
                request.method(),
                path,
                types == null ? null : types.get(0),
                request.body(),
                answer.status(),
                headers,
                answer.body());
        synchronized (findings) {
            operations.add(operation);
            statuses.merge(answer.status(), 1, Integer::sum);
        }
        check.violations(exchange).forEach(violation -> find(operation + ": " + violation, answer.toString()));
    }

    private void find(String what, String example) {
        synchronized (findings) {
            findings.putIfAbsent(what, what + "\n  " + example);
        }
    }

    private static void answer(HttpExchange exchange, HttpAnswer answer) throws IOException {
        answer.headers().map().forEach((name, values) -> {
            if (!Set.of("content-length", "transfer-encoding", "connection", "date")
                    .contains(name)) {
                exchange.getResponseHeaders().put(name, values);
            }
        });
        boolean isEmpty =
                answer.body().length == 0 || exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(answer.status(), isEmpty ? -1 : answer.body().length);
        if (!isEmpty) {
            exchange.getResponseBody().write(answer.body());
        }
    }
}
