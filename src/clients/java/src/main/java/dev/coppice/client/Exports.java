package dev.coppice.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes exports of many sessions as JSON Lines. An export is written while it arrives, so it needs little memory. If
 * the connection is lost before the end, a method throws a problem with the code {@link CoppiceProblem#INCOMPLETE};
 * then the export must be repeated from its beginning. No method closes the stream to which it writes. Thread-safe.
 */
public final class Exports {
    private final Connection connection;
    private final String namespace;

    Exports(Connection connection, String namespace) {
        this.connection = connection;
        this.namespace = namespace;
    }

    /** Writes all sessions of the namespace to a stream. */
    public void namespace(OutputStream out) throws IOException {
        write(connection, Request.get("/v1/export").query("namespace", namespace), out);
    }

    /** Writes the sessions of a user, in all namespaces, to a stream. */
    public void user(String userId, OutputStream out) throws IOException {
        write(connection, Request.get("/v1/export").query("namespace", "*").query("userId", userId), out);
    }

    /** Writes all sessions of the tenant, in all namespaces, to a stream. */
    public void tenant(OutputStream out) throws IOException {
        write(connection, Request.get("/v1/export").query("namespace", "*"), out);
    }

    static void write(Connection connection, Request request, OutputStream out) throws IOException {
        var end = new LastLine(out);
        try (var body = connection.open(request, connection.timeout()).body()) {
            var buffer = new byte[1 << 14];
            for (int count = read(body, buffer); count >= 0; count = read(body, buffer)) {
                end.write(buffer, count);
            }
        }
        if (!end.isComplete()) {
            throw incomplete(null);
        }
    }

    private static int read(BodyStream body, byte[] buffer) {
        try {
            return body.read(buffer, 0, buffer.length);
        } catch (IOException e) {
            throw incomplete(e);
        }
    }

    private static CoppiceProblem incomplete(IOException cause) {
        return new CoppiceProblem(
                CoppiceProblem.INCOMPLETE, "The connection was lost before the end of the export", cause);
    }

    /**
     * Writes bytes to a stream, and remembers how the last line begins, by which a complete export is recognized: its
     * last line is an object with the member {@code complete}.
     */
    private static final class LastLine {
        private static final int BEGINNING = 32;

        private final OutputStream out;
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();
        private boolean isOver = true;

        LastLine(OutputStream out) {
            this.out = out;
        }

        void write(byte[] bytes, int count) throws IOException {
            out.write(bytes, 0, count);
            for (int i = 0; i < count; i++) {
                if (isOver) {
                    line.reset();
                }
                if (line.size() < BEGINNING) {
                    line.write(bytes[i]);
                }
                isOver = bytes[i] == '\n';
            }
        }

        boolean isComplete() {
            return line.toString(StandardCharsets.UTF_8).startsWith("{\"complete\":");
        }
    }
}
