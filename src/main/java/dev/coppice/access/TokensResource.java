package dev.coppice.access;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Page;
import dev.coppice.idempotency.Answer;
import dev.coppice.idempotency.IdempotentRequest;
import dev.coppice.json.Envelope;
import dev.coppice.json.JsonInput;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.util.EnumSet;
import java.util.Set;

/** HTTP resource that issues, lists and revokes bearer tokens, for administrators. */
@Path("v1/tokens")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class TokensResource {
    @Inject
    private Credentials credentials;

    @Inject
    private Request request;

    /**
     * Issues a token. Throws 403 {@code forbidden} if the request names another tenant and the caller's tenant is not
     * {@code default}. Throws 400 {@code malformed} if the request has an idempotency key: a response under such a key
     * would be stored, but this response contains the token.
     */
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response issue(InputStream stream) {
        if (request.header(IdempotentRequest.HEADER) != null) {
            throw new Problem(
                    Code.MALFORMED, "This route does not accept the header " + IdempotentRequest.HEADER + ".");
        }
        var fields = NewToken.read(request.body(stream));
        var tenant = fields.tenant == null ? request.tenant() : fields.tenant;
        if (!tenant.equals(request.tenant()) && !request.tenant().equals(Tenant.DEFAULT)) {
            throw new Problem(
                    Code.FORBIDDEN, "Only administrators of the default tenant may issue tokens for other tenants.");
        }
        return request.write(() -> Answer.of(201, credentials.issue(tenant, fields.scopes, fields.name)));
    }

    @GET
    public Response list(@QueryParam("limit") String limit, @QueryParam("cursor") String cursor) {
        return credentials.list(request.tenant(), Page.limit(limit), cursor).toResponse(request.uri());
    }

    @DELETE
    @Path("{id}")
    @Produces(MediaType.WILDCARD)
    public void revoke(@PathParam("id") String id) {
        credentials.revoke(request.tenant(), id);
    }

    /** The members of the request body of {@link #issue}. A tenant or name that is absent is null. */
    private static final class NewToken {
        private String tenant;
        private String name;
        private final Set<Scope> scopes = EnumSet.noneOf(Scope.class);

        /** Reads a request body. Throws 422 {@code invalid} if it has no scope or an unknown scope. */
        static NewToken read(byte[] body) {
            var fields = new NewToken();
            var in = JsonInput.of(body);
            Envelope.document(in, field -> switch (field) {
                case "tenant" -> () -> fields.tenant = in.string();
                case "name" -> () -> fields.name = in.string();
                case "scopes" -> () -> in.array(() -> fields.scopes.add(Scope.of(in.string(), in.pointer())));
                default -> in.unknown();
            });
            if (fields.scopes.isEmpty()) {
                throw Problem.at("/scopes", Code.INVALID, "The field scopes must contain at least one scope.");
            }
            return fields;
        }
    }
}
