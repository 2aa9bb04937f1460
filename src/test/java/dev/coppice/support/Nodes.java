package dev.coppice.support;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Servers that tests may stop, kill and start again; shared, because a start is the dearest thing a test can do. One on
 * H2, which is embedded in its server; on MariaDB two on one database. Whoever ends one starts it again before its test
 * is over.
 */
public final class Nodes implements BeforeAllCallback {

    /** Place in the order of test classes: before and after, these servers would only take up room. */
    public static final int LAST = Integer.MAX_VALUE;

    private static CoppiceServer first;
    private static CoppiceServer second;

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getRoot()
                .getStore(ExtensionContext.Namespace.create(Nodes.class))
                .getOrComputeIfAbsent(Nodes.class, key -> start(), Running.class);
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

    private static Running start() {
        first = CoppiceServer.named("node-1").start();
        var running = new Running(first);
        if (areTwo()) {
            second = CoppiceServer.named("node-2").database(first.database()).start();
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
        }
    }
}
