package dev.coppice.llm;

import dev.coppice.Problem;
import dev.coppice.db.DatabaseClock;
import dev.coppice.llm.ChatFailure.Reason;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;

/**
 * The chat model of this server. A call waits for the model and may take as long as {@code coppice.llm.total-timeout}: not
 * to be made within a transaction. Safe for threads.
 */
@ApplicationScoped
public class ChatModel {
    private static final Logger LOG = Logger.getLogger(ChatModel.class.getName());

    /** Nothing waits in them, but for names to be resolved. */
    private static final int THREADS = 8;

    private static final long IDLE_SECONDS = 2;

    private LlmSettings settings;
    private ThreadPoolExecutor threads;
    private Endpoint endpoint;

    @Resource
    private ManagedThreadFactory factory;

    protected ChatModel() {}

    @Inject
    ChatModel(LlmSettings settings) {
        this.settings = settings;
    }

    /** A model outside of a container; whoever made it closes it. */
    public ChatModel(LlmSettings settings, ThreadFactory factory) {
        this.settings = settings;
        open(factory);
    }

    @PostConstruct
    void open() {
        open(factory);
    }

    private void open(ThreadFactory made) {
        threads = new ThreadPoolExecutor(
                THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), made);
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Lets go of the client. Its own thread ends when the last idle connection is closed, the others when they are idle;
     * taken away before that, they would leave it behind.
     */
    @PreDestroy
    public synchronized void close() {
        endpoint = null;
    }

    /**
     * The model's answer, never blank. An endpoint that was not reached or says that it is busy (429, 502, 503, 504, 529) is
     * asked again, {@code coppice.llm.tries} times in all, not before it wants to be, and not beyond the total timeout; all
     * else is not repeated, because it may have cost money. Throws {@link ChatFailure} when there is no answer.
     */
    public String complete(ChatRequest request) {
        var post = post(request);
        long end = System.nanoTime() + settings.totalTimeout().toNanos();
        for (int attempt = 1; ; attempt++) {
            var reply = endpoint().send(post, shorter(settings.timeout(), left(end)));
            if (reply.status() == Reply.OK) {
                return text(reply.body());
            }
            var pause = RetryDelay.before(
                    attempt,
                    reply.retryAfter(),
                    Instant.ofEpochMilli(DatabaseClock.now()),
                    ThreadLocalRandom.current().nextDouble());
            if (!reply.isWorthAnotherTry() || attempt == settings.tries() || pause.compareTo(left(end)) >= 0) {
                throw reply.failure();
            }
            LOG.fine(() -> "The model endpoint answered " + reply.status() + " and is asked again in " + pause);
            sleep(pause);
        }
    }

    private HttpRequest post(ChatRequest request) {
        var model = request.model() != null ? request.model() : settings.model();
        if (settings.baseUrl() == null || model == null) {
            throw new ChatFailure(
                    Reason.NOT_CONFIGURED,
                    "No model is set up (" + (model == null ? "coppice.llm.model" : "coppice.llm.base-url") + ").");
        }
        var dialect = Dialect.of(settings);
        int maxTokens = Math.min(request.maxTokens(), settings.maxTokens());
        var post = HttpRequest.newBuilder(URI.create(settings.baseUrl() + dialect.path()))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .header("User-Agent", "coppice")
                .POST(BodyPublishers.ofByteArray(
                        dialect.body(request, model, maxTokens).toBytes()));
        dialect.head(post, settings.apiKey());
        return post.build();
    }

    private String text(byte[] body) {
        var answer = read(body);
        if (answer.cutOff()) {
            throw new ChatFailure(Reason.CUT_OFF, "The model had more to say than coppice.llm.max-tokens allows.");
        }
        if (answer.text().isBlank()) {
            throw new ChatFailure(Reason.GARBLED, "The model's answer has no text.");
        }
        return answer.text();
    }

    private ChatAnswer read(byte[] body) {
        try {
            return Dialect.of(settings).read(body);
        } catch (Problem e) {
            throw new ChatFailure(
                    Reason.GARBLED, "The model's answer is not what coppice.llm.provider makes us expect.");
        }
    }

    private static Duration left(long end) {
        return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static void sleep(Duration pause) {
        try {
            Thread.sleep(pause.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Endpoint.stopped();
        }
    }

    /** Made when first needed: a server without a model has no threads for it. */
    private synchronized Endpoint endpoint() {
        if (endpoint == null) {
            endpoint = new Endpoint(settings.connectTimeout(), settings.maxAnswerBytes(), threads);
        }
        return endpoint;
    }
}
