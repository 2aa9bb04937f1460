package dev.coppice.run;

import dev.coppice.Ids;
import dev.coppice.Settings;
import dev.coppice.access.Request;
import dev.coppice.api.Page;
import dev.coppice.api.Parameters;
import dev.coppice.idempotency.Answer;
import dev.coppice.session.SessionName;
import dev.coppice.state.StateSettings;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;

/** HTTP resource of the runs of a session. */
@Path("v1/sessions/{session}/runs")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class RunsResource {
    @Inject
    private Runs runs;

    @Inject
    private RunLists lists;

    @Inject
    private Request request;

    @Inject
    private Settings settings;

    @Inject
    private StateSettings stateSettings;

    @GET
    public Response list(
            @QueryParam("status") String status,
            @QueryParam("agentId") String agentId,
            @QueryParam("limit") String limit,
            @QueryParam("cursor") String cursor) {
        var filter = RunFilter.of(status, agentId, null);
        return lists.list(SessionName.of(request), filter, Page.limit(limit), cursor)
                .toResponse(request.uri());
    }

    @GET
    @Path("{runId}")
    public Response get(@PathParam("runId") String runId) {
        var run = runs.get(SessionName.of(request), runId);
        return Answer.current(run, run.run().version());
    }

    @PUT
    @Path("{runId}")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response save(@PathParam("runId") String runId, @QueryParam("create") String create, InputStream stream) {
        Ids.check(runId, "runId");
        var save = RunSave.read(request.body(stream, settings.bodyMaxBytes()), settings, stateSettings);
        var name = SessionName.of(request);
        boolean createSession = Parameters.flag("create", create);
        return request.write(name.key(), () -> {
            var saved = runs.save(name, runId, save, createSession, request.precondition());
            return Answer.of(saved.created() ? 201 : 200, saved)
                    .version(saved.run().version());
        });
    }
}
