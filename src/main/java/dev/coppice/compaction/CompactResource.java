package dev.coppice.compaction;

import dev.coppice.access.Request;
import dev.coppice.api.Parameters;
import dev.coppice.idempotency.Answer;
import dev.coppice.session.SessionName;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;

/**
 * HTTP resource that compacts a session on request. It can also return only the plan of a compaction, so that a client
 * can write the summary itself, for example with a model of its own.
 */
@Path("v1/sessions/{session}/compact")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class CompactResource {
    @Inject
    private Compactor compactor;

    @Inject
    private CompactionPlans plans;

    @Inject
    private Request request;

    /**
     * Compacts the session and returns the result. With {@code dryRun=true}, only returns the plan of the compaction
     * and stores nothing; then an idempotency key has no effect.
     *
     * @param messages {@code false} to leave the list of messages in the plan empty, for a caller that needs only the
     *     numbers of the plan; null or {@code true} for all messages
     */
    @POST
    public Response compact(
            @QueryParam("dryRun") String dryRun, @QueryParam("messages") String messages, InputStream stream) {
        boolean withMessages = messages == null || Parameters.flag("messages", messages);
        var body = request.optionalBody(stream);
        var options = CompactOptions.read(body);
        var name = SessionName.of(request);
        if (Parameters.flag("dryRun", dryRun)) {
            var result = plans.plan(name, options, request::reserveMemory);
            return Response.ok(withMessages ? result : result.withoutMessages()).build();
        }
        return request.slowPost(name.key(), body, () -> Answer.of(200, compactor.compact(name, options)));
    }
}
