package dev.coppice.console;

import dev.coppice.support.Api;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.ModelEndpoint;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Runs one server and one browser for all stories of a JVM. They start before the first class with this extension, and
 * end after the last. The server has {@link ManySessions#COUNT} sessions in a namespace of their own.
 */
public final class ConsoleServer implements BeforeAllCallback {

    private static final ModelEndpoint MODEL = new ModelEndpoint();

    private static CoppiceServer server;
    private static Chromium chromium;

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getRoot()
                .getStore(ExtensionContext.Namespace.create(ConsoleServer.class))
                .getOrComputeIfAbsent(ConsoleServer.class, key -> start(), Running.class);
    }

    static CoppiceServer server() {
        return server;
    }

    /** A client with the first token, which is an administrator's. */
    static Api api() {
        return server.api();
    }

    /** The model of the server; it answers what the story has it play. */
    static ModelEndpoint model() {
        return MODEL.start();
    }

    static Chromium chromium() {
        return chromium;
    }

    private static Running start() {
        var plan = CoppiceServer.named("console")
                .lasting()
                .memory("-Xmx1g")
                .environment("COPPICE_SEARCH_INTERVAL", CoppiceServer.INDEX_INTERVAL)
                .environment("COPPICE_FEED_HEARTBEAT", "PT1S")
                .environment(
                        "COPPICE_BACKUP_DIRECTORY",
                        Path.of("target", "console", "backups").toAbsolutePath().toString());
        MODEL.environment().forEach(plan::environment);
        server = plan.start();
        ManySessions.create(server);
        chromium = new Chromium();
        return new Running();
    }

    private static final class Running implements AutoCloseable {
        @Override
        public void close() {
            chromium.close();
            server.close();
            MODEL.close();
        }
    }
}
