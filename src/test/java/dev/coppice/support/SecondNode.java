package dev.coppice.support;

import java.time.Duration;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Runs another node on the shared server's database, with the same model, for all classes with this extension. Its
 * leases are shorter than its model's timeout, so that a model can answer after the lease has ended. Not on H2.
 */
public final class SecondNode implements BeforeAllCallback {

    /**
     * Name of the node as a resource that classes lock: one that stops the node for writing, the others for reading.
     * Otherwise they would run at the same time.
     */
    public static final String RESOURCE = "second node";

    /** The lease of a compaction, of a summary and of a profile on this node. */
    public static final Duration LEASE = Duration.ofSeconds(20);

    private static final String MODEL_TIMEOUT = "PT2M";
    private static CoppiceServer server;

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getRoot()
                .getStore(ExtensionContext.Namespace.create(SecondNode.class))
                .getOrComputeIfAbsent(SecondNode.class, key -> new Running(start()), Running.class);
    }

    public static CoppiceServer server() {
        return server;
    }

    /** A client of this node with the shared server's admin token. */
    public static Api api() {
        return new Api(server.uri(), SharedServer.server().token());
    }

    private static CoppiceServer start() {
        var plan =
                CoppiceServer.named("contract-2").database(SharedServer.server().database());
        SharedServer.model().environment().forEach(plan::environment);
        server = plan.environment("COPPICE_NODE", "contract-2")
                .environment("COPPICE_QUOTA_REFRESH", "PT1S")
                .environment("COPPICE_COMPACTION_LEASE", LEASE.toString())
                .environment("COPPICE_PROFILE_LEASE", LEASE.toString())
                .environment("COPPICE_PROFILE_PAUSE", "PT0.5S")
                .environment("COPPICE_SEARCH_CATCH_UP", "PT50S")
                .environment("COPPICE_LLM_TIMEOUT", MODEL_TIMEOUT)
                .environment("COPPICE_LLM_TOTAL_TIMEOUT", MODEL_TIMEOUT)
                .start();
        return server;
    }

    private record Running(CoppiceServer server) implements AutoCloseable {
        @Override
        public void close() {
            server.close();
        }
    }
}
