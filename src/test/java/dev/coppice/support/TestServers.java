package dev.coppice.support;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Servers that tests may stop, kill and start again; shared, because a start is the dearest thing a test can do. One on
 * H2, which is embedded in its server; on MariaDB two on one database. Whoever ends one starts it again before its test
 * is over.
 */
public final class TestServers implements BeforeAllCallback {

    /** Place in the order of test classes: before and after, these servers would only take up room. */
    public static final int LAST = Integer.MAX_VALUE;

    /** Threads that a server has by default for what its applications do beside requests, on this machine. */
    public static final int DEFAULT_THREADS = 2 * Runtime.getRuntime().availableProcessors();

    /** Longer than any test takes: whoever holds a model's answer back decides when it comes. */
    private static final String PATIENCE = "PT9M";

    private static final String SWEEP_INTERVAL = "PT0.2S";

    private static final ModelEndpoint MODEL = new ModelEndpoint();
    private static CoppiceServer first;
    private static CoppiceServer second;

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getRoot()
                .getStore(ExtensionContext.Namespace.create(TestServers.class))
                .getOrComputeIfAbsent(TestServers.class, key -> start(), Running.class);
    }

    /** The one that there always is. */
    public static CoppiceServer first() {
        return first;
    }

    /** True when there is a second one. */
    public static boolean areTwo() {
        return Databases.mariaDb();
    }

    /** A client of the second one; it knows the first one's token from the database. */
    public static Api second() {
        return new Api(second.uri(), first.token());
    }

    /** A client of another node than the first, if there is one. */
    public static Api other() {
        return areTwo() ? second() : first.api();
    }

    /** The model's endpoint that the first one is told of, and waits for; started when first asked for. */
    public static ModelEndpoint model() {
        return MODEL.start();
    }

    private static Running start() {
        var plan = CoppiceServer.named("node-1");
        MODEL.environment().forEach(plan::environment);
        first = plan.environment("COPPICE_LLM_TIMEOUT", PATIENCE)
                .environment("COPPICE_LLM_TOTAL_TIMEOUT", PATIENCE)
                .environment("COPPICE_EVENTS_INTERVAL", CoppiceServer.INDEX_INTERVAL)
                .environment("COPPICE_SEARCH_INTERVAL", CoppiceServer.INDEX_INTERVAL)
                .environment("COPPICE_SWEEP_INTERVAL", SWEEP_INTERVAL)
                .environment("COPPICE_PROFILE_WORKERS", String.valueOf(Math.min(100, DEFAULT_THREADS + 1)))
                .start();
        var running = new Running(first);
        if (areTwo()) {
            second = CoppiceServer.named("node-2")
                    .database(first.database())
                    .environment("COPPICE_EVENTS_INTERVAL", CoppiceServer.INDEX_INTERVAL)
                    .environment("COPPICE_SEARCH_INTERVAL", CoppiceServer.INDEX_INTERVAL)
                    .environment("COPPICE_SWEEP_INTERVAL", SWEEP_INTERVAL)
                    .start();
        }
        return running;
    }

    private record Running(CoppiceServer server) implements AutoCloseable {
        @Override
        public void close() {
            if (second != null) {
                second.close();
            }
            server.close();
            MODEL.close();
        }
    }
}
