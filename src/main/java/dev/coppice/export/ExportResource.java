package dev.coppice.export;

import dev.coppice.Ids;
import dev.coppice.access.AuditAction;
import dev.coppice.access.AuditLog;
import dev.coppice.access.Request;
import dev.coppice.http.ConnectionAbort;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * HTTP resource of the export of many sessions: of a namespace, a user or a tenant. Needs a bearer token with the scope
 * {@code admin}.
 */
@Path("v1/export")
@Produces(ExportResource.JSON_LINES)
@RequestScoped
public class ExportResource {
    static final String JSON_LINES = "application/jsonl";

    private static final Logger LOG = Logger.getLogger(ExportResource.class.getName());

    @Inject
    private Exports exports;

    @Inject
    private AuditLog audit;

    @Inject
    private Request request;

    /**
     * Exports the sessions of a namespace, or of the whole tenant, as JSON Lines. Throws 422 {@code invalid-id} if a
     * parameter is invalid. If the export fails after the response has begun, the connection is aborted.
     *
     * @param namespace name of the namespace; {@code *} for all namespaces of the tenant; null or empty for the default
     *     one
     * @param userId only sessions of this user; null for all
     */
    @GET
    public Response export(
            @QueryParam("namespace") String namespace,
            @QueryParam("userId") String userId,
            @Context HttpServletRequest http) {
        var tenant = request.tenant();
        var namespaceOrAll = "*".equals(namespace) ? null : Ids.checkNamespace(namespace);
        Ids.checkOrNull(userId, "userId");
        audit.record(
                request.actor(),
                AuditAction.EXPORT_BEGUN,
                tenant,
                namespaceOrAll,
                out -> out.writeStringField("userId", userId));
        var abort = ConnectionAbort.of(http);
        StreamingOutput body = stream -> stream(abort, () -> exports.sessions(tenant, namespaceOrAll, userId, stream));
        return Response.ok(body).build();
    }

    /**
     * Runs an export that writes the body of a response. Throws {@code IOException} if the client has closed the
     * connection, or if the export fails. If the export fails, also aborts the connection, so that the client cannot
     * take the beginning of the export for the whole export.
     *
     * @param abort closes the connection without completing the response
     * @param export writes the export; throws {@code UncheckedIOException} if the client has closed the connection
     */
    static void stream(Runnable abort, Runnable export) throws IOException {
        try {
            export.run();
        } catch (UncheckedIOException e) {
            throw e.getCause(); // The client has closed the connection.
        } catch (RuntimeException e) {
            LOG.log(Level.SEVERE, "An export failed midway; its connection is closed", e);
            abort.run();
            throw new IOException("The export failed midway", e);
        }
    }
}
