package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.api.Precondition;
import dev.coppice.export.Exports;
import dev.coppice.session.NewSession;
import dev.coppice.session.SessionName;
import dev.coppice.state.NewValue;
import dev.coppice.state.StateSettings;
import dev.coppice.state.Values;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Exports while values are deleted and rewritten, exactly between two lines. */
class ExportsInsideIT extends InsideTest {
    @Inject
    private Exports exports;

    @Inject
    private Values values;

    @Inject
    private StateSettings settings;

    /** Keeps the export, and runs an action after the first line that contains a text. */
    private static final class Interrupted extends ByteArrayOutputStream {
        private final String text;
        private final Runnable action;
        private boolean isDone;

        Interrupted(String text, Runnable action) {
            this.text = text;
            this.action = action;
        }

        @Override
        public synchronized void write(int b) {
            super.write(b);
            if (b == '\n' && !isDone && toString(StandardCharsets.UTF_8).contains(text)) {
                isDone = true;
                action.run();
            }
        }

        List<String> lines() {
            assertTrue(isDone, "no line contains " + text);
            return toString(StandardCharsets.UTF_8).lines().toList();
        }
    }

    private SessionName session(String namespace) {
        var name = SessionName.of("default", namespace, UUID.randomUUID().toString());
        sessions.create(name, NewSession.DEFAULTS);
        return name;
    }

    private void put(SessionName name, String key, String json) {
        var value = NewValue.of(json.getBytes(StandardCharsets.UTF_8), settings);
        values.put(name, key, value, false, Precondition.NONE);
    }

    private List<String> export(String namespace, String text, Runnable action) {
        var stream = new Interrupted(text, action);
        exports.sessions("default", namespace, null, stream);
        return stream.lines();
    }

    private static long count(List<String> lines, String text) {
        return lines.stream().filter(line -> line.contains(text)).count();
    }

    @Test
    void valueThatIsDeletedMeanwhileIsLeftOut() {
        var namespace = "export-" + UUID.randomUUID();
        var name = session(namespace);
        put(name, "a", "1");
        put(name, "b", "2");
        var lines = export(namespace, "\"key\":\"a\"", () -> values.delete(name, "b", Precondition.NONE));
        assertEquals(0, count(lines, "\"key\":\"b\""));
        assertEquals(1, count(lines, "{\"end\":"));
    }

    /** A list is read 500 items at a time; items of two versions must not stand in one export. */
    @Test
    void sessionWhoseListIsRewrittenMeanwhileHasNoEnd() {
        var namespace = "export-" + UUID.randomUUID();
        var name = session(namespace);
        session(namespace);
        put(name, "l", "[" + "1,".repeat(1500) + "1]");
        var lines = export(namespace, "{\"items\":", () -> put(name, "l", "[2]"));
        assertEquals(1, count(lines, "{\"items\":"));
        assertEquals(2, count(lines, "{\"session\":"));
        assertEquals(1, count(lines, "{\"end\":"), "only the other session is complete");
        assertEquals("{\"complete\":{\"sessions\":1}}", lines.get(lines.size() - 1));
    }
}
