package dev.coppice.message;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.access.Request;
import dev.coppice.api.Page;
import dev.coppice.api.Parameters;
import dev.coppice.format.Conversion;
import dev.coppice.format.MessageFormat;
import dev.coppice.format.TruncationWindow;
import dev.coppice.idempotency.Answer;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;

/** HTTP resource that reads a session's history, leaf, leaves and tree, and clears the session. */
@Path("v1/sessions/{session}")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
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
    private Request request;

    @GET
    @Path("history")
    public Response history(
            @QueryParam("leafId") String leafId,
            @QueryParam("last") String last,
            @QueryParam("before") String before,
            @QueryParam("from") String from,
            @QueryParam("first") String first,
            @QueryParam("maxTokens") String maxTokens,
            @QueryParam("maxBytes") String maxBytes,
            @QueryParam("raw") String raw,
            @QueryParam("toolOutputs") String toolOutputs,
            @QueryParam("keepRecent") String keepRecent,
            @QueryParam("step") String step,
            @QueryParam("pairs") String pairs,
            @QueryParam("format") String format) {
        var messageFormat = format == null ? null : MessageFormat.of(format);
        var query = new HistoryQuery(
                        leafId,
                        Parameters.count("last", last),
                        before,
                        Parameters.amount("maxTokens", maxTokens),
                        Parameters.amount("maxBytes", maxBytes),
                        Parameters.flag("raw", raw))
                .truncated(TruncationWindow.read(toolOutputs, keepRecent, step));
        var forward = ForwardQuery.read(query, from, Parameters.count("first", first));
        var name = SessionName.of(request);
        var history = forward == null ? histories.history(name, query) : histories.history(name, forward);
        if (isRepaired(pairs) || messageFormat != null) {
            history = history.repaired();
        }
        if (messageFormat != null) {
            history = history.converted(new Conversion(messageFormat, false, true));
        }
        return Response.ok(history).build();
    }

    /**
     * Returns whether a request asks for repaired tool calls: false if the query parameter {@code pairs} is absent,
     * true if it is {@code repair}. Throws 400 {@code malformed} for any other value.
     */
    private static boolean isRepaired(String pairs) {
        if (pairs == null || pairs.equals("repair")) {
            return pairs != null;
        }
        throw Problem.at("pairs", Code.MALFORMED, "Query parameter `pairs` must be repair or absent.");
    }

    @GET
    @Path("leaf")
    public Response leaf() {
        var leaf = entries.leaf(SessionName.of(request));
        return Answer.current(leaf, leaf.version());
    }

    @GET
    @Path("leaves")
    public Response leaves(@QueryParam("limit") String limit, @QueryParam("cursor") String cursor) {
        return entries.leaves(SessionName.of(request), Page.limit(limit), cursor)
                .toResponse(request.uri());
    }

    @GET
    @Path("tree")
    public Response tree(
            @QueryParam("runs") String runs, @QueryParam("limit") String limit, @QueryParam("cursor") String cursor) {
        var name = SessionName.of(request);
        var tree = Parameters.flag("runs", runs)
                ? entries.runs(name, Page.limit(limit), cursor)
                : entries.tree(name, Page.limit(limit), cursor);
        return Page.linked(tree, tree.nextCursor(), request.uri());
    }

    @POST
    @Path("clear")
    public Response clear(InputStream stream) {
        var body = request.emptyBody(stream);
        var name = SessionName.of(request);
        return request.post(name.key(), body, () -> {
            messages.clear(name, request.precondition());
            var cleared = sessions.get(name);
            return Answer.of(200, cleared).version(cleared.version());
        });
    }
}
