package dev.coppice.access;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Page;
import dev.coppice.idempotency.Answer;
import dev.coppice.idempotency.IdempotentRequest;
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

/** Tokens, for administrators. */
@Path("v1/tokens")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class TokensResource {
    @Inject
    private Credentials credentials;

    @Inject
    private Request request;

    /** A stored answer would hold the token: no idempotency here. */
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response issue(InputStream stream) {
        if (request.header(IdempotentRequest.HEADER) != null) {
            throw new Problem(Code.MALFORMED, "Tokens are not made with an " + IdempotentRequest.HEADER + ".");
        }
        var wanted = NewToken.read(request.body(stream));
        var tenant = wanted.tenant == null ? request.tenant() : wanted.tenant;
        if (!tenant.equals(request.tenant()) && !request.tenant().equals(Tenant.DEFAULT)) {
            throw new Problem(Code.FORBIDDEN, "Only administrators of the default tenant name another one.");
        }
        return request.write(() -> Answer.of(201, credentials.issue(tenant, wanted.scopes, wanted.name)));
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

    /** The body of a POST. */
    private static final class NewToken {
        private String tenant;
        private String name;
        private final Set<Scope> scopes = EnumSet.noneOf(Scope.class);

        static NewToken read(byte[] body) {
            var wanted = new NewToken();
            var in = JsonInput.of(body);
            in.document(field -> {
                switch (field) {
                    case "tenant" -> wanted.tenant = in.stringOrNull();
                    case "name" -> wanted.name = in.stringOrNull();
                    case "scopes" -> in.array(() -> wanted.scopes.add(Scope.of(in.string(), in.pointer())));
                    default -> in.unknown();
                }
            });
            if (wanted.scopes.isEmpty()) {
                throw Problem.at("/scopes", Code.INVALID, "At least one scope is needed.");
            }
            return wanted;
        }
    }
}
