package dev.coppice.agent;

import dev.coppice.Ids;
import dev.coppice.access.Request;
import dev.coppice.api.Page;
import dev.coppice.idempotency.Answer;
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
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;

/** HTTP resource that reads, writes, lists and deletes agents. */
@Path("v1/agents")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class AgentsResource {
    @Inject
    private Agents agents;

    @Inject
    private Request request;

    @GET
    public Response list(@QueryParam("limit") String limit, @QueryParam("cursor") String cursor) {
        return agents.list(request.tenant(), Page.limit(limit), cursor).toResponse(request.uri());
    }

    @GET
    @Path("{agent}")
    public Response get(@PathParam("agent") String name) {
        var agent = agents.get(request.tenant(), Ids.check(name, "agent"));
        return Answer.current(agent, agent.version());
    }

    @PUT
    @Path("{agent}")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response put(@PathParam("agent") String name, InputStream stream) {
        Ids.check(name, "agent");
        var spec = AgentSpec.read(request.body(stream), name);
        return request.write(() -> {
            var put = agents.put(request.tenant(), name, spec, request.precondition());
            return Answer.of(put.created() ? 201 : 200, put.agent())
                    .version(put.agent().version());
        });
    }

    @DELETE
    @Path("{agent}")
    @Produces(MediaType.WILDCARD)
    public Response delete(@PathParam("agent") String name) {
        Ids.check(name, "agent");
        return request.write(() -> {
            agents.delete(request.tenant(), name, request.precondition());
            return Answer.noContent();
        });
    }
}
