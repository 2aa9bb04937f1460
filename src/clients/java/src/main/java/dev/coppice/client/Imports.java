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
 * An import of an export, streamed, in constant memory. Nothing that exists is changed, so an import can be repeated: it
 * continues where it was interrupted. Not thread-safe.
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

    /** Puts all sessions into this namespace instead of their own. */
    public Imports into(String name) {
        namespace = name;
        return this;
    }

    /** Checks the file and writes nothing. */
    public Imports dryRun() {
        dryRun = true;
        return this;
    }

    /** Calls a function with the number of bytes sent so far, often, on a thread of the client. */
    public Imports progress(LongConsumer listener) {
        progress = listener;
        return this;
    }

    /** Imports a file. After a lost connection it is sent again, up to ten times. */
    public ImportReport file(Path file) throws IOException {
        long size = Files.size(file);
        for (int resends = 0; ; resends++) {
            checkServer();
            var upload = new Upload(progress);
            var body = upload.of(() -> Files.newInputStream(file));
            try {
                return send(upload, size == 0 ? body : BodyPublishers.fromPublisher(body, size));
            } catch (CoppiceProblem e) {
                if (resends == MAX_RESENDS || !(e.is(CoppiceProblem.UNREACHABLE) || e.status() == 503)) {
                    throw e;
                }
            }
        }
    }

    /** Imports a stream, which is read once: after a lost connection, import it again from its beginning. */
    public ImportReport stream(InputStream in) {
        checkServer();
        var upload = new Upload(progress);
        return send(upload, upload.of(() -> in));
    }

    /**
     * Waits for the server, and throws its problem if the token may not import: an answer to a long request is seen only
     * when all of it was sent.
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
