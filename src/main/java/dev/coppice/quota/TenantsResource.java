package dev.coppice.quota;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.access.AuditAction;
import dev.coppice.access.AuditLog;
import dev.coppice.access.Request;
import dev.coppice.access.Tenant;
import dev.coppice.access.Tenants;
import dev.coppice.idempotency.Answer;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;

/**
 * HTTP resource of tenants and their quotas, for administrators. Administrators of the tenant {@code default} may read
 * and change all tenants. Other administrators may only read their own tenant.
 */
@Path("v1/tenants/{tenant}")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class TenantsResource {
    @Inject
    private Quotas quotas;

    @Inject
    private StoredQuotas stored;

    @Inject
    private Tenants tenants;

    @Inject
    private AuditLog audit;

    @Inject
    private Request request;

    /**
     * Returns the quotas of a tenant and what the tenant has used. Throws 404 {@code tenant-not-found} if the tenant
     * does not exist, or if the caller may not read it; 422 {@code invalid-id} if the caller may read all tenants and
     * the name is not a valid id.
     */
    @GET
    public Response get(@PathParam("tenant") String tenant) {
        boolean mayRead = isOperator() || request.tenant().equals(tenant);
        if (!mayRead || tenants.find(Ids.check(tenant, "tenant")).isEmpty()) {
            throw new Problem(Code.TENANT_NOT_FOUND, "No tenant with this id exists.");
        }
        return Response.ok(quotas.describe(tenant)).build();
    }

    /**
     * Sets the quotas of a tenant, and creates the tenant if it does not exist. Throws 403 {@code forbidden} if the
     * caller's tenant is not {@code default}, 422 {@code invalid-id} if the name is not a valid id. Also throws the
     * errors of {@link OwnQuotas#read}.
     */
    @PUT
    @Consumes(MediaType.APPLICATION_JSON)
    public Response put(@PathParam("tenant") String tenant, InputStream stream) {
        if (!isOperator()) {
            throw new Problem(Code.FORBIDDEN, "Only administrators of the default tenant may change quotas.");
        }
        Ids.check(tenant, "tenant");
        var own = OwnQuotas.read(request.body(stream));
        request.write(() -> {
            stored.replace(tenant, own);
            audit.record(request.actor(), AuditAction.TENANT_CHANGED, tenant, tenant, own::writeMembers);
            return Answer.noContent();
        });
        // Other nodes read the quotas with their next exchange.
        quotas.refresh(tenant);
        return Response.ok(quotas.describe(tenant)).build();
    }

    private boolean isOperator() {
        return request.tenant().equals(Tenant.DEFAULT);
    }
}
