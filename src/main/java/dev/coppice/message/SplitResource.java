package dev.coppice.message;

import dev.coppice.access.Request;
import dev.coppice.idempotency.Answer;
import dev.coppice.session.SessionName;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;

/** HTTP resource that splits a session, that is, ends it and continues the conversation in a new session. */
@Path("v1/sessions/{session}/split")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class SplitResource {
    @Inject
    private Splits splits;

    @Inject
    private Request request;

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response split(InputStream stream) {
        var body = request.body(stream);
        var split = SplitRequest.read(body);
        var name = SessionName.of(request);
        var successor = new SessionName(name.tenant(), name.namespace(), split.id());
        return request.post(name.key(), successor.key(), body, () -> {
            var newSession = splits.split(name, split, request.precondition());
            return Answer.of(201, newSession)
                    .version(newSession.version())
                    .with(HttpHeaders.LOCATION, successor.location(request));
        });
    }
}
