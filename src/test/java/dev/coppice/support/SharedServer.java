package dev.coppice.support;

import dev.coppice.openapi.Watch;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * One server for all contract tests of a JVM: started by the first test class that is extended with this, stopped in an
 * orderly way after the last. Tests don't disturb each other because each takes sessions of its own.
 */
public final class SharedServer implements BeforeAllCallback {

    private static final S3Server STORE = new S3Server("contract-s3");
    private static final ModelEndpoint MODEL = new ModelEndpoint();
    private static CoppiceServer server;
    private static Api api;
    private static RuntimeException failure;

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

    /** The object store that the shared server is told of; started when first asked for. */
    public static synchronized S3Server store() {
        STORE.start();
        return STORE;
    }

    /** The model's endpoint that the shared server is told of; started when first asked for. */
    public static ModelEndpoint model() {
        return MODEL.start();
    }

    /** Another node on the shared server's database, told of the same model; not yet started. */
    public static CoppiceServer.Plan another(String name) {
        var plan = CoppiceServer.named(name).database(server.database());
        model().environment().forEach(plan::environment);
        return plan;
    }

    private static CoppiceServer start() {
        Watch.everyExchange();
        // Sweeps come between everything. What a busy machine is late with is waited for.
        var plan = CoppiceServer.named("contract")
                .lasting()
                .environment("COPPICE_SWEEP_INTERVAL", "PT0.2S")
                .environment("COPPICE_EVENTS_KEEP_ENDED", "PT10S")
                .environment("COPPICE_SEARCH_CATCH_UP", "PT20S")
                .environment("COPPICE_SEARCH_TIMEOUT", "PT10S")
                .environment("COPPICE_S3_TIMEOUT", "PT30S");
        STORE.environment().forEach(plan::environment);
        MODEL.environment().forEach(plan::environment);
        server = plan.start();
        api = server.api();
        return server;
    }

    private record Running(CoppiceServer server) implements AutoCloseable {
        @Override
        public void close() {
            server.close();
            STORE.close();
            MODEL.close();
        }
    }
}
