package dev.coppice.message;

import dev.coppice.Settings;
import dev.coppice.access.Caller;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import dev.coppice.web.Answer;
import dev.coppice.web.Call;
import dev.coppice.web.Intake;
import dev.coppice.web.Page;
import dev.coppice.web.Precondition;
import dev.coppice.web.Writes;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
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

/** The conversation as a whole: its paths, its tips, its tree, its end. */
@Path("v1/sessions/{session}")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class HistoryResource {
    @Inject
    private Histories histories;

    @Inject
    private Entries entries;

    @Inject
    private Messages messages;

    @Inject
    private Sessions sessions;

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

    @QueryParam("namespace")
    private String namespace;

    @GET
    @Path("history")
    public Response history(
            @QueryParam("leafId") String leafId,
            @QueryParam("last") String last,
            @QueryParam("before") String before,
            @QueryParam("maxTokens") String maxTokens,
            @QueryParam("maxBytes") String maxBytes,
            @QueryParam("raw") String raw) {
        var query = new HistoryQuery(
                leafId,
                last == null ? null : (Integer) (int) Page.number("last", last, 1, Integer.MAX_VALUE),
                before,
                number("maxTokens", maxTokens),
                number("maxBytes", maxBytes),
                MessagesResource.flag("raw", raw));
        return Response.ok(histories.history(name(), query)).build();
    }

    private static Long number(String name, String value) {
        return value == null ? null : (Long) Page.number(name, value, 1, Long.MAX_VALUE / 2);
    }

    @GET
    @Path("leaf")
    public Response leaf() {
        var leaf = entries.leaf(name());
        return Response.ok(leaf)
                .header(HttpHeaders.ETAG, Answer.tag(leaf.version()))
                .build();
    }

    @GET
    @Path("leaves")
    public Response leaves(@QueryParam("limit") String limit, @QueryParam("cursor") String cursor) {
        return entries.leaves(name(), Page.limit(limit), cursor).toResponse(uri);
    }

    @GET
    @Path("tree")
    public Response tree(@QueryParam("limit") String limit, @QueryParam("cursor") String cursor) {
        var tree = entries.tree(name(), Page.limit(limit), cursor);
        return Page.linked(tree, tree.nextCursor(), uri);
    }

    @POST
    @Path("clear")
    public Response clear(InputStream stream) {
        var body = intake.read(stream, headers, settings.envelopeMaxBytes());
        Intake.checkEmpty(body);
        var name = name();
        return writes.run(Call.post(name.key(), caller.tenant(), uri, headers, body), () -> {
            messages.clear(name, Precondition.of(headers));
            var cleared = sessions.get(name);
            return Answer.of(200, cleared).version(cleared.version());
        });
    }

    private SessionName name() {
        return SessionName.of(caller.tenant(), namespace, session);
    }
}
