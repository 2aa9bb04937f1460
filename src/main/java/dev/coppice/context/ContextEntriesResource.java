package dev.coppice.context;

import dev.coppice.Settings;
import dev.coppice.access.Caller;
import dev.coppice.session.SessionName;
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

/** The entries of a context block over HTTP: listed, searched, read, written, removed. */
@Path("v1/sessions/{session}/context/{label}/entries")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class ContextEntriesResource {
    @Inject
    private ContextEntries entries;

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

    @Context
    private UriInfo uri;

    @PathParam("session")
    private String session;

    @PathParam("label")
    private String label;

    @QueryParam("namespace")
    private String namespace;

    /** All entries without their contents; or, with a query, the best matches with theirs, on one page. */
    @GET
    public Response list(
            @QueryParam("q") String q, @QueryParam("limit") String limit, @QueryParam("cursor") String cursor) {
        if (q == null) {
            return entries.list(name(), label, Page.limit(limit), cursor).toResponse(uri);
        }
        var found = entries.search(name(), label, q, Page.limit(limit)).stream()
                .map(EntryInfo::of)
                .toList();
        return new Page<>(found, null).toResponse(uri);
    }

    @GET
    @Path("{key}")
    public Response get(@PathParam("key") String key) {
        var entry = entries.get(name(), label, key);
        return Answer.of(200, entry).version(entry.version()).toResponse();
    }

    @PUT
    @Path("{key}")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response put(@PathParam("key") String key, InputStream stream) {
        int limit = Math.max(settings.envelopeMaxBytes(), settings.contextMaxBytes() * 6);
        var body = TextBody.entry(intake.read(stream, headers, limit));
        var entry = new ContextEntry(key, body.title(), body.description(), body.content());
        var name = name();
        return writes.run(Call.of(name.key()), () -> {
            var put = entries.put(name, label, entry, Precondition.of(headers));
            return Answer.of(put.created() ? 201 : 200, put.entry())
                    .version(put.entry().version());
        });
    }

    @DELETE
    @Path("{key}")
    @Produces(MediaType.WILDCARD)
    public Response remove(@PathParam("key") String key) {
        var name = name();
        return writes.run(Call.of(name.key()), () -> {
            entries.remove(name, label, key, Precondition.of(headers));
            return Answer.empty();
        });
    }

    private SessionName name() {
        return SessionName.of(caller.tenant(), namespace, session);
    }
}
