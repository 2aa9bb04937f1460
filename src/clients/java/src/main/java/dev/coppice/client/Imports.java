package dev.coppice.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongConsumer;

/**
 * An import of sessions from an export. The export is sent while it is read, so it needs little memory. An import never
 * changes a session that already exists. So an interrupted import can be repeated; it then imports the sessions that
 * are missing. Not thread-safe.
 */
public final class Imports {
    private static final String TYPE = "application/jsonl";
    private static final int MAX_RESENDS = 10;
    private static final String EMPTY_EXPORT = "{\"export\":{\"version\":1}}\n{\"complete\":{\"sessions\":0}}\n";

    private final Connection connection;
    private String namespace;
    private boolean dryRun;
    private LongConsumer progress = bytes -> {};

    Imports(Connection connection) {
        this.connection = connection;
    }

    /** Imports all sessions into this namespace instead of the namespaces in the export. */
    public Imports into(String name) {
        namespace = name;
        return this;
    }

    /** Only checks the export, and imports nothing. */
    public Imports dryRun() {
        dryRun = true;
        return this;
    }

    /**
     * Sets a function that is called often during the import, with the number of bytes sent so far. It is called on a
     * thread of the HTTP client.
     */
    public Imports progress(LongConsumer listener) {
        progress = listener;
        return this;
    }

    /**
     * Imports a file and returns the result. If the connection is lost or the server is busy, sends the file again from
     * its beginning, at most ten times, each time after the wait that the server demands.
     */
    public ImportReport file(Path file) throws IOException {
        long size = Files.size(file);
        for (int resends = 0; ; resends++) {
            checkServer();
            var upload = new Upload(progress);
            var body = upload.of(() -> Files.newInputStream(file));
            try {
                return send(upload, size == 0 ? body : BodyPublishers.fromPublisher(body, size));
            } catch (CoppiceProblem e) {
                if (resends == MAX_RESENDS || !(e.isBusy() || e.isUncertain())) {
                    throw e;
                }
                new Attempts(connection.deadline()).pause(e);
            }
        }
    }

    /**
     * Imports an export from a stream and returns the result. The stream can be read only once, so it is sent once;
     * if the connection is lost or the server is busy, the caller must begin anew.
     */
    public ImportReport stream(InputStream in) {
        checkServer();
        var upload = new Upload(progress);
        return send(upload, upload.of(() -> in));
    }

    /**
     * Sends an import without sessions before the real one. Waits until the server answers, and throws the server's
     * problem if the token may not import. Without this check, such an answer would be read only after the whole export
     * was sent.
     */
    private void checkServer() {
        connection.send(Request.post("/v1/imports").query("dryRun", true).text(TYPE, EMPTY_EXPORT));
    }

    private ImportReport send(Upload upload, BodyPublisher body) {
        var request = Request.post("/v1/imports")
                .query("namespace", namespace)
                .query("dryRun", dryRun ? true : null)
                .upload(upload, TYPE, body);
        var once = connection.withDeadline(Duration.ZERO);
        return ImportReport.of(once.json(request));
    }
}
