package dev.coppice.support;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Runs one server with the settings that the shared server cannot have, for all classes with this extension: low limits of
 * session state, context blocks and imports, rates of files, a search timeout that has always passed, no sweeps, the strict mode of
 * OpenAI's API.
 */
public final class LimitedServer implements BeforeAllCallback {

    /** Values that a session may keep. */
    public static final int MAX_VALUES = 3;

    /** Items that a session's values may have together. */
    public static final int MAX_ITEMS = 5_000;

    /** Bytes that a block's text may have. */
    public static final int MAX_TEXT_BYTES = 2_000;

    /** Bytes that an imported file may have; more than the server reads at once. */
    public static final int MAX_IMPORT_BYTES = 200_000;

    /** Words of a search query; the highest value that the setting may have. */
    public static final int MAX_WORDS = 512;

    /** Tokens of a second of a video; not the default, so that messages are counted by the settings. */
    private static final int VIDEO_SECOND = 301;

    private static CoppiceServer server;

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getRoot()
                .getStore(ExtensionContext.Namespace.create(LimitedServer.class))
                .getOrComputeIfAbsent(LimitedServer.class, key -> new Running(start()), Running.class);
    }

    /** A client with the admin token. */
    public static Api api() {
        return server.api();
    }

    public static CoppiceServer server() {
        return server;
    }

    private static CoppiceServer start() {
        server = CoppiceServer.named("limited")
                .environment("COPPICE_STATE_MAX_VALUES", String.valueOf(MAX_VALUES))
                .environment("COPPICE_STATE_MAX_ITEMS", String.valueOf(MAX_ITEMS))
                .environment("COPPICE_CONTEXT_MAX_BYTES", String.valueOf(MAX_TEXT_BYTES))
                .environment("COPPICE_IMPORT_MAX_BYTES", String.valueOf(MAX_IMPORT_BYTES))
                .environment("COPPICE_FILE_TOKENS_VIDEO_SECOND", String.valueOf(VIDEO_SECOND))
                .environment("COPPICE_SEARCH_MAX_WORDS", String.valueOf(MAX_WORDS))
                .environment("COPPICE_OPENAI_STRICT", "true")
                .environment("COPPICE_SEARCH_TIMEOUT", "PT0.000001S")
                .environment("COPPICE_SWEEP_INTERVAL", "PT1H")
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
