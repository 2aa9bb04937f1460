package dev.coppice.support;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Runs the servers that tests may stop, kill and start again: one on H2, which is embedded in its server; two on a
 * database server. All classes with this extension share them, because a start takes about ten seconds. A test that ends a
 * server starts it again.
 */
public final class TestServers implements BeforeAllCallback {

    /** {@code @Order} of such classes: they run last, so that these servers need memory only then. */
    public static final int LAST = Integer.MAX_VALUE;

    /** Threads of a server's default executor for background work, on this machine. */
    public static final int DEFAULT_THREADS = 2 * Runtime.getRuntime().availableProcessors();

    /** Longer than any test: the test decides when a model that is held back answers. */
    private static final String MODEL_TIMEOUT = "PT9M";

    private static final String SWEEP_INTERVAL = "PT0.5S";

    private static final ModelEndpoint MODEL = new ModelEndpoint();
    private static CoppiceServer first;
    private static CoppiceServer second;

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getRoot()
                .getStore(ExtensionContext.Namespace.create(TestServers.class))
                .getOrComputeIfAbsent(TestServers.class, key -> start(), Running.class);
    }

    /** The first server, on every database. */
    public static CoppiceServer first() {
        return first;
    }

    /** True if there is a second server. */
    public static boolean areTwo() {
        return Databases.areOnServer();
    }

    /** A client of the second server, with the first one's admin token. */
    public static Api second() {
        return new Api(second.uri(), first.token());
    }

    /** A client of the second server if there is one, otherwise of the first. */
    public static Api other() {
        return areTwo() ? second() : first.api();
    }

    /** The model endpoint that the first server is configured with; started by the first call. */
    public static ModelEndpoint model() {
        return MODEL.start();
    }

    private static Running start() {
        var plan = CoppiceServer.named("node-1").environment("COPPICE_NODE", "node-1");
        MODEL.environment().forEach(plan::environment);
        first = plan.environment("COPPICE_LLM_TIMEOUT", MODEL_TIMEOUT)
                .environment("COPPICE_LLM_TOTAL_TIMEOUT", MODEL_TIMEOUT)
                .environment("COPPICE_EVENTS_INTERVAL", CoppiceServer.INDEX_INTERVAL)
                .environment("COPPICE_SEARCH_INTERVAL", CoppiceServer.INDEX_INTERVAL)
                .environment("COPPICE_SWEEP_INTERVAL", SWEEP_INTERVAL)
                .environment("COPPICE_PROFILE_WORKERS", String.valueOf(Math.min(100, DEFAULT_THREADS + 1)))
                .start();
        var running = new Running(first);
        if (areTwo()) {
            second = CoppiceServer.named("node-2")
                    .environment("COPPICE_NODE", "node-2")
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
