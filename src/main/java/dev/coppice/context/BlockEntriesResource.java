package dev.coppice.context;

import dev.coppice.Settings;
import dev.coppice.access.Request;
import dev.coppice.api.Page;
import dev.coppice.idempotency.Answer;
import dev.coppice.session.SessionName;
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

/** HTTP resource that reads and writes the entries of a context block. */
@Path("v1/sessions/{session}/context/{label}/entries")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class BlockEntriesResource {
    @Inject
    private BlockEntries entries;

    @Inject
    private Request request;

    @Inject
    private Settings settings;

    @Inject
    private ContextSettings contextSettings;

    @PathParam("label")
    private String label;

    /**
     * Returns entries of a block. Without {@code q}, returns one page of all entries, without contents, sorted by key.
     * With {@code q}, returns the entries that match this query, with contents, best first, at most {@code limit}; this
     * result has no second page.
     */
    @GET
    public Response list(
            @QueryParam("q") String q, @QueryParam("limit") String limit, @QueryParam("cursor") String cursor) {
        if (q == null) {
            return entries.list(SessionName.of(request), label, Page.limit(limit), cursor)
                    .toResponse(request.uri());
        }
        var found = entries.search(SessionName.of(request), label, q, Page.limit(limit)).stream()
                .map(EntryAnswer::of)
                .toList();
        return new Page<>(found, null).toResponse(request.uri());
    }

    @GET
    @Path("{key}")
    public Response get(@PathParam("key") String key) {
        var entry = entries.get(SessionName.of(request), label, key);
        return Answer.of(200, entry).version(entry.version()).toResponse();
    }

    @PUT
    @Path("{key}")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response put(@PathParam("key") String key, InputStream stream) {
        var body = ContentBody.entry(request.body(stream, contextSettings.bodyMaxBytes(settings)));
        var entry = new BlockEntry(key, body.title(), body.description(), body.content());
        var name = SessionName.of(request);
        return request.write(name.key(), () -> {
            var put = entries.put(name, label, entry, request.precondition());
            return Answer.of(put.created() ? 201 : 200, put.entry())
                    .version(put.entry().version());
        });
    }

    @DELETE
    @Path("{key}")
    @Produces(MediaType.WILDCARD)
    public Response remove(@PathParam("key") String key) {
        var name = SessionName.of(request);
        return request.write(name.key(), () -> {
            entries.remove(name, label, key, request.precondition());
            return Answer.noContent();
        });
    }
}
