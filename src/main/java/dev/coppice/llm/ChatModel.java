package dev.coppice.llm;

import dev.coppice.Problem;
import dev.coppice.background.ServerResumed;
import dev.coppice.background.ServerStopping;
import dev.coppice.db.DatabaseClock;
import dev.coppice.llm.ChatFailure.Reason;
import dev.coppice.trace.Trace;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Logger;

/**
 * Client of this server's chat model. A model call blocks for up to {@code coppice.llm.total-timeout}, so it must be
 * made outside transactions. Thread-safe.
 */
@ApplicationScoped
public class ChatModel {
    private static final Logger LOG = Logger.getLogger(ChatModel.class.getName());

    /**
     * Size of the HTTP client's thread pool. A few threads are enough, because the client is asynchronous and only the
     * resolution of host names blocks.
     */
    private static final int THREADS = 8;

    /**
     * Time that running calls have when the server stops. It is shorter than the 15 seconds that WildFly gives the
     * running requests ({@code configure.cli}), so that a request whose call is ended can still be answered.
     */
    private static final Duration LAST_ANSWERS = Duration.ofSeconds(10);

    /**
     * Times to wait, which are shorter in tests.
     *
     * @param firstDelay delay before the first retry, unless the endpoint requests another one
     * @param idle time after which an unused thread ends
     */
    record Waits(Duration firstDelay, Duration idle) {
        static final Waits DEFAULT = new Waits(Duration.ofMillis(500), Duration.ofSeconds(2));
    }

    private LlmSettings settings;
    private Waits waits = Waits.DEFAULT;
    private ThreadPoolExecutor threads;
    private Endpoint endpoint;

    /** Completed when running calls must end, because the server stops. */
    private volatile CompletableFuture<Void> stopped = new CompletableFuture<>();

    @Resource
    private ManagedThreadFactory factory;

    /**
     * Counts the calls. The container replaces this object by the shared one; tests without a container keep this one.
     */
    @Inject
    private ModelMetrics metrics = new ModelMetrics();

    protected ChatModel() {}

    @Inject
    ChatModel(LlmSettings settings) {
        this.settings = settings;
    }

    /**
     * Creates a client for tests that run without a container. It must be closed after use.
     *
     * @param settings settings of the model
     * @param factory creates the threads
     */
    public ChatModel(LlmSettings settings, ThreadFactory factory) {
        this(settings, Waits.DEFAULT, factory);
    }

    ChatModel(LlmSettings settings, Waits waits, ThreadFactory factory) {
        this.settings = settings;
        this.waits = waits;
        start(factory);
    }

    @PostConstruct
    void open() {
        start(factory);
    }

    private void start(ThreadFactory threadFactory) {
        threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                waits.idle().toMillis(),
                TimeUnit.MILLISECONDS,
                new LinkedBlockingQueue<>(),
                threadFactory);
        threads.allowCoreThreadTimeOut(true);
    }

    /** Ends the calls that are still running after {@link #LAST_ANSWERS}, so that they do not delay the stop. */
    void stopping(@Observes ServerStopping event) {
        stopped.completeOnTimeout(null, LAST_ANSWERS.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Allows new calls to take their full time again. */
    void resumed(@Observes ServerResumed event) {
        stopped = new CompletableFuture<>();
    }

    /**
     * Ends the running calls. Drops the HTTP client, so that its threads end. The client's own thread ends after the
     * garbage collector has removed the client. The threads of the pool end when they are idle. The pool itself stays
     * open, because the client's own thread needs the pool until it ends.
     */
    @PreDestroy
    public synchronized void close() {
        stopped.complete(null);
        endpoint = null;
    }

    /**
     * Sends a request to the model endpoint and returns the text of the model's answer, which is never blank. If the
     * connection fails before a response begins (except because of TLS), or if the endpoint responds with 429, 502,
     * 503, 504 or 529, repeats the request after a delay. Sends up to {@code coppice.llm.tries} requests, within
     * {@code coppice.llm.total-timeout}. After any other failure, does not repeat the request, because the failed
     * request may have caused costs. Throws {@link ChatFailure} if no model is configured, if no complete answer is
     * received, or if the answer has no text or was cut off; with the reason {@code STOPPED} if the server stops before
     * the answer is complete.
     */
    public String complete(ChatRequest request) {
        return metrics.record(() -> call(post(request)));
    }

    private String call(HttpRequest post) {
        long end = System.nanoTime() + settings.totalTimeout().toNanos();
        for (int attempt = 1; ; attempt++) {
            metrics.requested();
            var response = endpoint().send(post, shorter(settings.timeout(), left(end)), stopped);
            if (response.status() == EndpointResponse.OK) {
                return text(response.body());
            }
            var delay = delay(attempt, response);
            if (!response.isRetryable() || attempt == settings.tries() || delay.compareTo(left(end)) >= 0) {
                throw response.failure();
            }
            LOG.fine(() -> "The model endpoint answered " + response.status() + "; retrying in " + delay);
            pause(delay);
        }
    }

    private Duration delay(int attempt, EndpointResponse response) {
        return RetryDelay.after(
                attempt,
                waits.firstDelay(),
                response.retryAfter(),
                Instant.ofEpochMilli(DatabaseClock.now()),
                ThreadLocalRandom.current().nextDouble());
    }

    private HttpRequest post(ChatRequest request) {
        var model = request.model() != null ? request.model() : settings.model();
        if (settings.baseUrl() == null || model == null) {
            throw new ChatFailure(
                    Reason.NOT_CONFIGURED,
                    "No model is configured; set " + (model == null ? "coppice.llm.model" : "coppice.llm.base-url")
                            + ".");
        }
        var protocol = ChatProtocol.of(settings);
        int maxTokens = Math.min(request.maxTokens(), settings.maxTokens());
        var post = HttpRequest.newBuilder(URI.create(settings.baseUrl() + protocol.path()))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .header("User-Agent", "coppice")
                .POST(BodyPublishers.ofByteArray(
                        protocol.body(request, model, maxTokens).toBytes()));
        protocol.addHeaders(post, settings.apiKey());
        addTrace(post, Trace.current());
        return post.build();
    }

    private static void addTrace(HttpRequest.Builder post, Trace trace) {
        if (trace != null && trace.traceparent() != null) {
            post.header("traceparent", trace.traceparent());
            if (trace.tracestate() != null) {
                post.header("tracestate", trace.tracestate());
            }
        }
    }

    private String text(byte[] body) {
        var answer = read(body);
        metrics.used(answer.usage());
        if (answer.truncated()) {
            throw new ChatFailure(Reason.CUT_OFF, "The model's answer reached the limit of coppice.llm.max-tokens.");
        }
        if (answer.text().isBlank()) {
            throw new ChatFailure(Reason.GARBLED, "The model's answer has no text.");
        }
        return answer.text();
    }

    private ChatAnswer read(byte[] body) {
        try {
            return ChatProtocol.of(settings).read(body);
        } catch (Problem e) {
            throw new ChatFailure(
                    Reason.GARBLED, "The model's answer does not follow the protocol of coppice.llm.provider.");
        }
    }

    private static Duration left(long end) {
        return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private void pause(Duration delay) {
        try {
            stopped.get(delay.toMillis(), TimeUnit.MILLISECONDS);
            throw Endpoint.stopped();
        } catch (TimeoutException e) {
            // the pause is over
        } catch (ExecutionException e) {
            throw new IllegalStateException("The future is never completed with an exception.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Endpoint.stopped();
        }
    }

    /**
     * Returns the HTTP client for the model. The client is created on first use, so that a server without a model has
     * no threads for it.
     */
    private synchronized Endpoint endpoint() {
        if (endpoint == null) {
            endpoint = new Endpoint(settings.connectTimeout(), settings.maxAnswerBytes(), threads);
        }
        return endpoint;
    }
}
