package dev.coppice.imports;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.access.AuditAction;
import dev.coppice.access.AuditLog;
import dev.coppice.access.Request;
import dev.coppice.api.ContentLength;
import dev.coppice.api.Parameters;
import dev.coppice.http.BodyReader;
import dev.coppice.http.ProblemBody;
import dev.coppice.http.ProblemMapper;
import dev.coppice.json.JsonBody;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** HTTP resource of imports. Needs a bearer token with the scope {@code admin}. */
@Path("v1/imports")
@Consumes(MediaType.WILDCARD)
@RequestScoped
public class ImportResource {
    private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(1);

    @Inject
    private Imports imports;

    @Inject
    private ImportSettings settings;

    @Inject
    private AuditLog audit;

    @Inject
    private Request request;

    /**
     * Imports the file in the request's body, and answers 200 with the {@link ImportReport}, even if some lines could
     * not be imported. Throws 413 {@code too-large} if the header {@code Content-Length} exceeds the maximum size of a
     * file, 422 {@code invalid-id} if the namespace is invalid, 400 {@code malformed} if {@code dryRun} is invalid, 408
     * {@code request-timeout} if the body ends early, and the problems of {@link Imports#run}.
     *
     * @param namespace namespace that all sessions get; null to keep the namespace of each session, empty for the
     *     default one
     * @param dryRun {@code true} to check the file and write nothing; null or {@code false} to import it
     * @param stream the body
     */
    @POST
    @Produces(MediaType.APPLICATION_JSON)
    public Response run(
            @QueryParam("namespace") String namespace, @QueryParam("dryRun") String dryRun, InputStream stream) {
        begin(namespace, dryRun, stream);
        try {
            return Response.ok(imports.run(() -> {}).toBytes()).build();
        } catch (UncheckedIOException e) {
            throw BodyReader.incomplete();
        }
    }

    /**
     * Imports the file in the request's body, as {@link #run} does with the same parameters. Answers with Server-Sent
     * Events: an event {@code progress} about once a second, and finally an event {@code report}. If the import fails,
     * for example because the body ends early, the last event is {@code problem} instead. If the client no longer
     * reads the events, the response ends without such an event.
     */
    @POST
    @Produces(MediaType.SERVER_SENT_EVENTS + ";qs=0.5")
    public Response runWithProgress(
            @QueryParam("namespace") String namespace, @QueryParam("dryRun") String dryRun, InputStream stream) {
        begin(namespace, dryRun, stream);
        StreamingOutput events = this::stream;
        return Response.ok(events).header("X-Accel-Buffering", "no").build();
    }

    private void begin(String namespace, String dryRun, InputStream stream) {
        if (ContentLength.of(request.header(HttpHeaders.CONTENT_LENGTH)) > settings.maxBytes()) {
            throw new Problem(
                    Code.TOO_LARGE,
                    "The file must not have more than " + settings.maxBytes() + " bytes (coppice.import.max-bytes).");
        }
        boolean dry = Parameters.flag("dryRun", dryRun);
        var target = namespace == null ? null : Ids.checkNamespace(namespace);
        audit.record(
                request.actor(),
                AuditAction.IMPORT_BEGUN,
                request.tenant(),
                target,
                out -> out.writeBooleanField("dryRun", dry));
        imports.begin(request.tenant(), target, dry, stream);
    }

    private void stream(OutputStream out) throws IOException {
        try {
            send(out, "progress", imports.report().progress());
            importAndSend(out);
        } catch (SendFailed e) {
            throw e.getCause();
        }
    }

    private void importAndSend(OutputStream out) {
        var last = new long[] {System.nanoTime()};
        try {
            var report = imports.run(() -> {
                if (System.nanoTime() - last[0] > PROGRESS_NANOS) {
                    last[0] = System.nanoTime();
                    send(out, "progress", imports.report().progress());
                }
            });
            send(out, "report", report);
        } catch (SendFailed e) {
            throw e;
        } catch (UncheckedIOException e) {
            send(out, "problem", new ProblemBody(BodyReader.incomplete()));
        } catch (RuntimeException e) {
            send(out, "problem", new ProblemBody(ProblemMapper.loggedProblem(e)));
        }
    }

    private static void send(OutputStream out, String event, JsonBody data) {
        try {
            out.write(("event: " + event + "\ndata: ").getBytes(StandardCharsets.UTF_8));
            out.write(data.toBytes());
            out.write("\n\n".getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException e) {
            throw new SendFailed(e);
        }
    }

    /** Thrown if an event could not be sent. Other {@code UncheckedIOException}s are errors of reading the body. */
    private static final class SendFailed extends UncheckedIOException {
        private static final long serialVersionUID = 1;

        SendFailed(IOException cause) {
            super(cause);
        }
    }
}
