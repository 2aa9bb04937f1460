package dev.coppice.support;

import dev.coppice.openapi.ExchangeCheck;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Runs one server for all contract tests of a JVM. It is started before the first class with this extension, and
 * stopped in an orderly way after the last. Several classes use it at the same time, so each test creates sessions of
 * its own.
 */
public final class SharedServer implements BeforeAllCallback {

    /** Resource lock of classes that script {@link #model()}: what it is asked counts for one of them at a time. */
    public static final String MODEL = "dev.coppice.support.SharedServer.model";

    /** Origin of web pages that may call the MCP endpoint. */
    public static final String ALLOWED_ORIGIN = "https://allowed.example";

    /** Token that may read {@code /metrics} only. */
    public static final String METRICS_TOKEN = "metrics-of-the-contract";

    private static final S3Server STORE = new S3Server("contract-s3");
    private static final ModelEndpoint MODEL_ENDPOINT = new ModelEndpoint();
    private static CoppiceServer server;
    private static Api api;

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getRoot()
                .getStore(ExtensionContext.Namespace.create(SharedServer.class))
                .getOrComputeIfAbsent(SharedServer.class, key -> new Running(start()), Running.class);
    }

    /** The shared server. */
    public static CoppiceServer server() {
        return server;
    }

    /** A client of the shared server with the admin token of tenant {@code default}. */
    public static Api api() {
        return api;
    }

    /** The object store that the shared server is configured with; started by the first call. */
    public static synchronized S3Server store() {
        STORE.start();
        return STORE;
    }

    /** The model endpoint that the shared server is configured with; started by the first call. */
    public static ModelEndpoint model() {
        return MODEL_ENDPOINT.start();
    }

    private static CoppiceServer start() {
        ExchangeCheck.enable();
        // Sweeps run between all requests. Waits that a busy machine may exceed are long.
        var plan = CoppiceServer.named("contract")
                .environment("COPPICE_SWEEP_INTERVAL", "PT0.5S")
                .environment("COPPICE_TOKENS_USE_INTERVAL", "PT0.5S")
                .environment("COPPICE_QUOTA_REFRESH", "PT1S")
                .environment("COPPICE_TOKENS_KEEP_EXPIRED", "PT5S")
                .environment("COPPICE_EVENTS_KEEP_ENDED", "PT10S")
                .environment("COPPICE_SEARCH_CATCH_UP", "PT50S")
                .environment("COPPICE_SEARCH_TIMEOUT", "PT10S")
                .environment("COPPICE_S3_TIMEOUT", "PT30S")
                .environment("COPPICE_METRICS_TOKEN", METRICS_TOKEN)
                .environment("COPPICE_HTTP_ALLOWED_ORIGINS", "https://other.example, " + ALLOWED_ORIGIN);
        STORE.environment().forEach(plan::environment);
        MODEL_ENDPOINT.environment().forEach(plan::environment);
        server = plan.start();
        api = server.api();
        return server;
    }

    private record Running(CoppiceServer server) implements AutoCloseable {
        @Override
        public void close() {
            server.close();
            STORE.close();
            MODEL_ENDPOINT.close();
        }
    }
}
