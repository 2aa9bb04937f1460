package dev.coppice.support;

import java.time.Duration;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Runs another node on the shared server's database, with the same model, while a class with this extension runs. Its
 * leases are shorter than its model's timeout, so that a model can answer after the lease has ended. Not on H2.
 */
public final class SecondNode implements BeforeAllCallback {

    /**
     * Name of the node as a resource that classes lock: one that stops the node for writing, the others for reading.
     * Otherwise they would run at the same time.
     */
    public static final String RESOURCE = "second node";

    /** {@code @Order} of its classes: first, and so at the same time, because the node runs as long as one of them. */
    public static final int ORDER = 0;

    /** The lease of a compaction, of a summary and of a profile on this node. */
    public static final Duration LEASE = Duration.ofSeconds(20);

    private static final String MODEL_TIMEOUT = "PT2M";
    private static CoppiceServer server;
    private static int classes;

    @Override
    public void beforeAll(ExtensionContext context) {
        begin();
        context.getStore(ExtensionContext.Namespace.create(SecondNode.class))
                .put(SecondNode.class, (AutoCloseable) SecondNode::end);
    }

    private static synchronized void begin() {
        if (classes == 0) {
            server = start();
        }
        classes++;
    }

    /** The node would index what all other classes write, for nobody. */
    private static synchronized void end() {
        classes--;
        if (classes == 0) {
            server.close();
        }
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
        return plan.environment("COPPICE_NODE", "contract-2")
                .environment("COPPICE_QUOTA_REFRESH", "PT1S")
                .environment("COPPICE_COMPACTION_LEASE", LEASE.toString())
                .environment("COPPICE_PROFILE_LEASE", LEASE.toString())
                .environment("COPPICE_PROFILE_PAUSE", "PT0.5S")
                .environment("COPPICE_SEARCH_CATCH_UP", "PT50S")
                .environment("COPPICE_LLM_TIMEOUT", MODEL_TIMEOUT)
                .environment("COPPICE_LLM_TOTAL_TIMEOUT", MODEL_TIMEOUT)
                .start();
    }
}
