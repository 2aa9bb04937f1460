package dev.coppice.memory;

import dev.coppice.access.AuditAction;
import dev.coppice.access.AuditLog;
import dev.coppice.access.Request;
import dev.coppice.idempotency.Answer;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/**
 * HTTP resource that erases users. A user exists only as the {@code userId} of sessions, and as the owner of a profile
 * and of context blocks; no resource describes a user.
 */
@Path("v1/users/{user}")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class UserResource {
    @Inject
    private Erasures erasures;

    @Inject
    private AuditLog audit;

    @Inject
    private Request request;

    /** Erases all data of a user, and returns the number of erased objects of each kind. Uses many transactions. */
    @DELETE
    public Response erase() {
        var user = UserName.of(request);
        // Two entries, because an erasure that fails midway has erased something too.
        audit.record(request.actor(), AuditAction.ERASURE_BEGUN, user.tenant(), user.id());
        var receipt = erasures.erase(user);
        audit.record(request.actor(), AuditAction.ERASURE_DONE, user.tenant(), user.id(), receipt::writeMembers);
        return Answer.of(200, receipt).toResponse();
    }
}
