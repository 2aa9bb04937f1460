package dev.coppice.export;

import dev.coppice.access.Request;
import dev.coppice.http.ConnectionAbort;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;

/** HTTP resource of the export of one session. */
@Path("v1/sessions/{session}/export")
@Produces(ExportResource.JSON_LINES)
@RequestScoped
public class SessionExportResource {
    @Inject
    private Sessions sessions;

    @Inject
    private Exports exports;

    @Inject
    private Request request;

    @GET
    public Response export(@Context HttpServletRequest http) {
        var name = SessionName.of(request);
        sessions.get(name);
        var abort = ConnectionAbort.of(http);
        StreamingOutput body = stream -> ExportResource.stream(abort, () -> exports.session(name, stream));
        return Response.ok(body).build();
    }
}
