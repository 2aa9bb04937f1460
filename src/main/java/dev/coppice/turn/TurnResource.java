package dev.coppice.turn;

import dev.coppice.access.Request;
import dev.coppice.api.Parameters;
import dev.coppice.format.MessageFormat;
import dev.coppice.format.TruncationWindow;
import dev.coppice.idempotency.Answer;
import dev.coppice.session.SessionName;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/** HTTP resource that returns the input of a session's next model call. */
@Path("v1/sessions/{session}/turn")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class TurnResource {
    @Inject
    private Turns turns;

    @Inject
    private Request request;

    @GET
    public Response turn(
            @QueryParam("format") String format,
            @QueryParam("leafId") String leafId,
            @QueryParam("last") String last,
            @QueryParam("turns") String newest,
            @QueryParam("maxTokens") String maxTokens,
            @QueryParam("toolResults") String toolResults,
            @QueryParam("toolOutputs") String toolOutputs,
            @QueryParam("keepRecent") String keepRecent,
            @QueryParam("step") String step) {
        var query = new TurnQuery(
                format == null ? MessageFormat.AI_SDK : MessageFormat.of(format),
                leafId,
                Parameters.count("last", last),
                Parameters.count("turns", newest),
                Parameters.amount("maxTokens", maxTokens),
                toolResults == null || Parameters.flag("toolResults", toolResults),
                TruncationWindow.read(toolOutputs, keepRecent, step));
        var turn = turns.turn(SessionName.of(request), query, request::reserveMemory);
        return Answer.current(turn, turn.version());
    }
}
