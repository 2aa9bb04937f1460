package dev.coppice.context;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.access.Request;
import dev.coppice.api.Parameters;
import dev.coppice.idempotency.Answer;
import dev.coppice.idempotency.IdempotencyStore;
import dev.coppice.session.SessionName;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;

/** HTTP resource that returns and refreshes the system prompt of a session. */
@Path("v1/sessions/{session}/prompt")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class PromptResource {
    @Inject
    private Prompts prompts;

    @Inject
    private Request request;

    @Inject
    private IdempotencyStore idempotencyStore;

    /**
     * Returns the frozen system prompt. The first request renders and stores it, but does not change the session's
     * version or time of update. With {@code reminder=true}, also returns the sections that have changed since the
     * prompt was frozen. With {@code preview=true}, stores nothing and returns what a refresh would store, beside the
     * frozen prompt. Throws 400 {@code malformed} if both are true.
     */
    @GET
    public Response freeze(@QueryParam("reminder") String reminder, @QueryParam("preview") String preview) {
        boolean withReminder = Parameters.flag("reminder", reminder);
        if (Parameters.flag("preview", preview)) {
            if (withReminder) {
                throw new Problem(Code.MALFORMED, "A preview has no reminder. Send reminder or preview, but not both.");
            }
            return Response.ok(prompts.preview(SessionName.of(request))).build();
        }
        return Response.ok(prompts.freeze(SessionName.of(request), withReminder))
                .build();
    }

    /**
     * Refreshes the prompt. The blocks are rendered before the transaction begins, but not if an answer is already
     * stored under the request's idempotency key.
     */
    @POST
    @Path("refresh")
    public Response refresh(InputStream stream) {
        var body = request.emptyBody(stream);
        var name = SessionName.of(request);
        var stored = idempotencyStore.find(request.idempotentPost(name.key(), body));
        if (stored.isPresent()) {
            return stored.get().toResponse();
        }
        var rendered = prompts.render(name);
        return request.post(name.key(), body, () -> Answer.of(200, prompts.refresh(name, rendered)));
    }
}
