package dev.coppice.memory;

import dev.coppice.access.Request;
import dev.coppice.idempotency.Answer;
import dev.coppice.session.SessionName;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;

/** HTTP resource of the running summary of a session. */
@Path("v1/sessions/{session}/summary")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class SummaryResource {
    @Inject
    private SessionSummaries summaries;

    @Inject
    private SummaryUpdates updates;

    @Inject
    private Request request;

    @GET
    public Response get() {
        var summary = summaries.get(SessionName.of(request));
        return Answer.current(summary, summary.version());
    }

    @POST
    public Response update(InputStream stream) {
        var body = request.emptyBody(stream);
        var name = SessionName.of(request);
        return request.slowPost(name.key(), body, () -> {
            var summary = updates.update(name, 0);
            return Answer.of(200, summary).version(summary.version());
        });
    }
}
