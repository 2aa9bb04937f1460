package dev.coppice.access;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Parameters;
import dev.coppice.http.ConnectionAbort;
import dev.coppice.json.Times;
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
import java.io.OutputStream;
import java.time.DateTimeException;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * HTTP resource of the audit log, for administrators. Administrators of the tenant {@code default} read the entries of
 * all tenants, other administrators only those of their own tenant.
 */
@Path("v1/admin/audit")
@Produces("application/jsonl")
@RequestScoped
public class AuditResource {
    private static final Logger LOG = Logger.getLogger(AuditResource.class.getName());

    /** Number of entries that one query reads, so that a long log is sent with little memory. */
    private static final int PAGE = 500;

    @Inject
    private AuditLog audit;

    @Inject
    private Caller caller;

    /**
     * Returns the entries in the order of their ids, one JSON object on each line. If reading fails after the response
     * has begun, closes the connection, so that the client sees that entries are missing. Throws 400
     * {@code out-of-range} if {@code after} is not a number, 400 {@code malformed} if {@code from} is not a time.
     *
     * @param after only entries with a higher id; null for all
     * @param from only entries of this time or later, in ISO-8601; null for all
     */
    @GET
    public Response export(
            @QueryParam("after") String after, @QueryParam("from") String from, @Context HttpServletRequest http) {
        long id = after == null ? 0 : Parameters.number("after", after, 0, Long.MAX_VALUE);
        long time = from == null ? 0 : time(from);
        var reader = caller.tenant();
        var abort = ConnectionAbort.of(http);
        StreamingOutput lines = stream -> {
            try {
                write(reader, id, time, stream);
            } catch (RuntimeException e) {
                LOG.log(Level.SEVERE, "The export of the audit log failed midway; its connection is closed", e);
                abort.run();
                throw new IOException("The export failed midway", e);
            }
        };
        return Response.ok(lines).build();
    }

    private static long time(String text) {
        try {
            return Times.millis(text);
        } catch (DateTimeException e) {
            throw Problem.at("from", Code.MALFORMED, "Send a time in ISO-8601, for example 2026-03-01T12:00:00.000Z.");
        }
    }

    private void write(String reader, long after, long from, OutputStream stream) throws IOException {
        long last = after;
        for (var page = audit.after(reader, last, from, PAGE);
                !page.isEmpty();
                page = audit.after(reader, last, from, PAGE)) {
            for (var line : page) {
                line.writeTo(stream);
                stream.write('\n');
                last = line.entry().id();
            }
        }
    }
}
