package dev.coppice.support;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A scripted model over real HTTP, in OpenAI's or Anthropic's format depending on the path of the request. Its address
 * is known before it is started. Each request plays the next script; the last one is repeated. Thread-safe.
 */
public final class ModelEndpoint implements AutoCloseable {

    /** The API key; tests assert that it occurs nowhere but in requests to the model. */
    public static final String KEY = "sk-canary-8f2e6b1d";

    private final int port = Ports.free();
    private final Queue<ModelScript> scripts = new ConcurrentLinkedQueue<>();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final AtomicInteger hungUp = new AtomicInteger();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile ModelScript last = ModelScript.answer("A summary.");
    private ExecutorService threads;
    private HttpServer server;

    /** A received request. */
    public record Asked(String method, String path, Map<String, String> headers, String body) {}

    /** The base URL: {@code /chat/completions} and {@code /messages} follow it. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + port + "/v1");
    }

    /** The environment of a server that uses this model. */
    public Map<String, String> environment() {
        return Map.of(
                "COPPICE_LLM_BASE_URL", uri().toString(),
                "COPPICE_LLM_MODEL", "scripted",
                "COPPICE_LLM_API_KEY", KEY,
                "COPPICE_LLM_TIMEOUT", "PT20S",
                "COPPICE_LLM_TOTAL_TIMEOUT", "PT30S");
    }

    /** Starts to listen; does nothing if it already does. */
    public synchronized ModelEndpoint start() {
        if (server != null) {
            return this;
        }
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads = Executors.newCachedThreadPool(work -> {
            var thread = new Thread(work, "model-endpoint");
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
        return this;
    }

    /** Forgets earlier scripts and requests, and plays these scripts. */
    public ModelEndpoint play(ModelScript... all) {
        scripts.clear();
        asked.clear();
        hungUp.set(0);
        last = all[all.length - 1];
        scripts.addAll(List.of(all));
        return this;
    }

    /** All requests since the last {@link #play}. */
    public List<Asked> asked() {
        return List.copyOf(asked);
    }

    /** The number of clients that disconnected before the end of an answer. */
    public int hungUp() {
        return hungUp.get();
    }

    private void serve(HttpExchange exchange) {
        try (exchange) {
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
            exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, String.join(", ", values)));
            var path = exchange.getRequestURI().getPath();
            asked.add(new Asked(exchange.getRequestMethod(), path, headers, body));
            var next = scripts.poll();
            (next == null ? last : next).play(exchange, this);
        } catch (IOException e) {
            hungUp.incrementAndGet();
        }
    }

    /** Waits; returns false if the endpoint was closed meanwhile. */
    boolean idle(long millis) {
        try {
            return !closed.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public synchronized void close() {
        closed.countDown();
        if (server != null) {
            server.stop(0);
            threads.shutdownNow();
        }
    }
}
