package dev.coppice.search.index;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.access.AuditAction;
import dev.coppice.access.AuditLog;
import dev.coppice.access.Caller;
import dev.coppice.access.Tenant;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/**
 * HTTP resource by which administrators control this node's search index. The index contains the data of all tenants,
 * so only administrators of the tenant {@code default} may use the resource; others get 403 {@code forbidden}.
 */
@Path("v1/admin/index")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class IndexResource {
    @Inject
    private Index index;

    @Inject
    private AuditLog audit;

    @Inject
    private Caller caller;

    @GET
    public Response status() {
        checkTenant();
        return Response.ok(index.status()).build();
    }

    /**
     * Starts a verification, which compares the index with the database tables and repairs mismatches. Returns 202 with
     * the status of the index.
     */
    @POST
    @Path("verify")
    public Response verify() {
        checkTenant();
        audit.record(caller.actor(), AuditAction.INDEX_VERIFY, caller.tenant(), null);
        index.verify();
        return Response.accepted(index.status()).build();
    }

    /** Starts a rebuild of the index. Returns 202 with the status of the index, which serves searches meanwhile. */
    @POST
    @Path("rebuild")
    public Response rebuild() {
        checkTenant();
        audit.record(caller.actor(), AuditAction.INDEX_REBUILD, caller.tenant(), null);
        index.rebuild();
        return Response.accepted(index.status()).build();
    }

    private void checkTenant() {
        if (!caller.tenant().equals(Tenant.DEFAULT)) {
            throw new Problem(
                    Code.FORBIDDEN,
                    "The index serves all tenants; only callers of the tenant `default` may read or manage it.");
        }
    }
}
