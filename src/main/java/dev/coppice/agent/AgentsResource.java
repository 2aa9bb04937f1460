package dev.coppice.agent;

import dev.coppice.Ids;
import dev.coppice.Settings;
import dev.coppice.access.Caller;
import dev.coppice.web.Answer;
import dev.coppice.web.Call;
import dev.coppice.web.Intake;
import dev.coppice.web.Page;
import dev.coppice.web.Precondition;
import dev.coppice.web.Writes;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;

/** Agents over HTTP. */
@Path("v1/agents")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class AgentsResource {
    @Inject
    private Agents agents;

    @Inject
    private Caller caller;

    @Inject
    private Writes writes;

    @Inject
    private Intake intake;

    @Inject
    private Settings settings;

    @Context
    private HttpHeaders headers;

    @GET
    public Response list(@QueryParam("limit") String limit, @QueryParam("cursor") String cursor, @Context UriInfo uri) {
        return agents.list(caller.tenant(), Page.limit(limit), cursor).toResponse(uri);
    }

    @GET
    @Path("{agent}")
    public Response get(@PathParam("agent") String name) {
        var agent = agents.get(caller.tenant(), Ids.check(name, "agent"));
        return Response.ok(agent)
                .header(HttpHeaders.ETAG, Answer.tag(agent.version()))
                .build();
    }

    @PUT
    @Path("{agent}")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response put(@PathParam("agent") String name, InputStream stream) {
        Ids.check(name, "agent");
        var spec = AgentSpec.read(intake.read(stream, headers, settings.envelopeMaxBytes()), name);
        return writes.run(Call.of(null), () -> {
            var put = agents.put(caller.tenant(), name, spec, Precondition.of(headers));
            return Answer.of(put.created() ? 201 : 200, put.agent())
                    .version(put.agent().version());
        });
    }

    @DELETE
    @Path("{agent}")
    @Produces(MediaType.WILDCARD)
    public Response delete(@PathParam("agent") String name) {
        Ids.check(name, "agent");
        return writes.run(Call.of(null), () -> {
            agents.delete(caller.tenant(), name, Precondition.of(headers));
            return Answer.empty();
        });
    }
}
