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
import java.util.UUID;

/** Forks over HTTP. */
@Path("v1/sessions/{session}/fork")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class ForkResource {
    @Inject
    private Forks forks;

    @Inject
    private Request request;

    @POST
    @Consumes({MediaType.APPLICATION_JSON, MediaType.WILDCARD})
    public Response fork(InputStream stream) {
        var body = request.bodyIfAny(stream);
        var wanted = ForkRequest.read(body);
        var source = SessionName.of(request);
        var name =
                SessionName.of(request, wanted.id() == null ? UUID.randomUUID().toString() : wanted.id());
        return request.post(source.key(), name.key(), body, () -> {
            var fork = forks.fork(source, name, wanted);
            return Answer.of(201, fork).version(fork.version()).with(HttpHeaders.LOCATION, name.place(request));
        });
    }
}
