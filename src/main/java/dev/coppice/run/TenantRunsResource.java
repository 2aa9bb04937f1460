package dev.coppice.run;

import dev.coppice.Ids;
import dev.coppice.access.Request;
import dev.coppice.api.Page;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/**
 * HTTP resource that lists the runs of all sessions of a namespace or of the caller's tenant, for processes that look
 * for runs to resume.
 */
@Path("v1/runs")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class TenantRunsResource {
    @Inject
    private RunLists lists;

    @Inject
    private Request request;

    @GET
    public Response list(
            @QueryParam("namespace") String namespace,
            @QueryParam("status") String status,
            @QueryParam("agentId") String agentId,
            @QueryParam("runId") String runId,
            @QueryParam("limit") String limit,
            @QueryParam("cursor") String cursor) {
        var space = "*".equals(namespace) ? null : Ids.checkNamespace(namespace);
        var filter = RunFilter.of(status, agentId, runId);
        return lists.list(request.tenant(), space, filter, Page.limit(limit), cursor)
                .toResponse(request.uri());
    }
}
