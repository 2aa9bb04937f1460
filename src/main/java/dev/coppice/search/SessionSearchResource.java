package dev.coppice.search;

import dev.coppice.Ids;
import dev.coppice.access.Request;
import dev.coppice.api.Page;
import dev.coppice.session.SessionName;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/** HTTP resource of the search within one session. */
@Path("v1/sessions/{session}/search")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class SessionSearchResource {
    @Inject
    private Searches searches;

    @Inject
    private Request request;

    @GET
    public Response search(
            @QueryParam("q") String q,
            @QueryParam("role") String role,
            @QueryParam("leafId") String leafId,
            @QueryParam("include") String include,
            @QueryParam("limit") String limit,
            @QueryParam("cursor") String cursor,
            @QueryParam("wait") String wait) {
        var query = SearchQuery.parse(q);
        var name = SessionName.of(request);
        var options = SearchParameters.hitOptions(limit, cursor, include, wait).withMemory(request::reserveMemory);
        var hits = searches.within(name, query, role, Ids.checkOrNull(leafId, "leafId"), options);
        return Page.linked(hits, hits.nextCursor(), request.uri());
    }
}
