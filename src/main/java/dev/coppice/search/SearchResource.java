package dev.coppice.search;

import dev.coppice.Ids;
import dev.coppice.access.Request;
import dev.coppice.api.Page;
import dev.coppice.api.Parameters;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/** HTTP resource of the search over all sessions of a tenant. */
@Path("v1/search")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class SearchResource {
    @Inject
    private Searches searches;

    @Inject
    private Request request;

    @GET
    public Response search(
            @QueryParam("q") String q,
            @QueryParam("namespace") String namespace,
            @QueryParam("userId") String userId,
            @QueryParam("agent") String agent,
            @QueryParam("source") String source,
            @QueryParam("role") String role,
            @QueryParam("from") String from,
            @QueryParam("to") String to,
            @QueryParam("excludeSessionId") String excludeSessionId,
            @QueryParam("include") String include,
            @QueryParam("limit") String limit,
            @QueryParam("cursor") String cursor,
            @QueryParam("wait") String wait) {
        var query = SearchQuery.parse(q);
        var filter = new SearchFilter(
                "*".equals(namespace) ? null : Ids.checkNamespace(namespace),
                Ids.checkOrNull(userId, "userId"),
                Ids.checkOrNull(agent, "agent"),
                source,
                role,
                Parameters.from(from),
                Parameters.to(to),
                Ids.checkOrNull(excludeSessionId, "excludeSessionId"));
        var options = SearchParameters.hitOptions(limit, cursor, include, wait).withMemory(request::reserveMemory);
        var hits = searches.across(request.tenant(), query, filter, options);
        return Page.linked(hits, hits.nextCursor(), request.uri());
    }
}
