package dev.coppice.llm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.coppice.llm.LlmSettings.Provider;
import dev.coppice.support.ModelEndpoint;
import dev.coppice.support.ModelScript;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * Checks that API key and conversation appear in no log and no exception, for any response of the endpoint. It reads what
 * other tests log at the same time, too. It mostly waits, so it starts before others.
 */
@Order(1)
class SecretsTest {

    private final StringBuffer seen = new StringBuffer();

    @Test
    void noFailureRevealsASecret() {
        var logger = Logger.getLogger("");
        var ours = Logger.getLogger("dev.coppice");
        var listener = new Listener();
        listener.setLevel(Level.ALL);
        logger.addHandler(listener);
        ours.setLevel(Level.ALL);
        try (var endpoint = new ModelEndpoint().start()) {
            for (var provider : Provider.values()) {
                var settings = Models.settings(provider, endpoint.uri(), ModelEndpoint.KEY, Models.IMPATIENT);
                note(settings + " " + Models.request() + Models.request().messages());
                var model = new ChatModel(settings, Models.SHORT_WAITS, Executors.defaultThreadFactory());
                for (var script : List.of(
                        ModelScript.status(401),
                        ModelScript.retryAfter(429, "0"),
                        ModelScript.status(500),
                        ModelScript.cut(),
                        ModelScript.reset(),
                        ModelScript.hang(),
                        ModelScript.cutOff(Models.SECRET_TEXT),
                        ModelScript.body("{\"" + Models.SECRET_TEXT + "\":{\"" + ModelEndpoint.KEY + "\":}"),
                        ModelScript.body(ModelEndpoint.KEY + Models.SECRET_TEXT),
                        ModelScript.huge(Models.MAX_BYTES * 2L),
                        ModelScript.redirect(URI.create("http://127.0.0.1:1/" + ModelEndpoint.KEY)))) {
                    endpoint.play(script);
                    note(trace(assertThrows(ChatFailure.class, () -> model.complete(Models.request()))));
                }
                model.close();
            }
        } finally {
            logger.removeHandler(listener);
            ours.setLevel(null);
        }
        assertFalse(seen.indexOf(ModelEndpoint.KEY) >= 0, seen::toString);
        assertFalse(seen.indexOf(Models.SECRET_TEXT) >= 0, seen::toString);
        // Ensures that the log listener works.
        assertEquals(true, seen.indexOf("; retrying in ") >= 0);
    }

    private void note(String text) {
        seen.append(text).append('\n');
    }

    private static String trace(Throwable failure) {
        var text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private final class Listener extends Handler {
        @Override
        public void publish(LogRecord entry) {
            note(new SimpleFormatter().format(entry));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
