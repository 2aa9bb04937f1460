package dev.coppice.message;

import dev.coppice.access.Request;
import dev.coppice.idempotency.Answer;
import dev.coppice.session.SessionName;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.util.UUID;

/** HTTP resource that creates a fork of a session. */
@Path("v1/sessions/{session}/fork")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class ForkResource {
    @Inject
    private Forks forks;

    @Inject
    private Request request;

    @POST
    @Consumes({MediaType.APPLICATION_JSON, MediaType.WILDCARD})
    public Response fork(InputStream stream) {
        var body = request.optionalBody(stream);
        var forkRequest = ForkRequest.read(body);
        var source = SessionName.of(request);
        var name = SessionName.of(
                request, forkRequest.id() == null ? UUID.randomUUID().toString() : forkRequest.id());
        return request.post(source.key(), name.key(), body, () -> {
            var fork = forks.fork(source, name, forkRequest.id() == null, forkRequest);
            return Answer.of(201, fork).version(fork.version()).with(HttpHeaders.LOCATION, name.location(request));
        });
    }
}
