package dev.coppice.memory;

import dev.coppice.access.Request;
import dev.coppice.idempotency.Answer;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/** A user over HTTP, who is nothing but the name that sessions have. */
@Path("v1/users/{user}")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class UserResource {
    @Inject
    private Erasures erasures;

    @Inject
    private Request request;

    /** In many transactions, so none is around it. */
    @DELETE
    public Response erase() {
        return Answer.of(200, erasures.erase(UserName.of(request))).toResponse();
    }
}
