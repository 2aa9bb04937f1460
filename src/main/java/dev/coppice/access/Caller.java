package dev.coppice.access;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import jakarta.enterprise.context.RequestScoped;
import java.util.Set;

/**
 * The client of the current request: tenant and scopes of its bearer token. {@link Authentication} sets them once per
 * request.
 */
@RequestScoped
public class Caller {
    private String tenant;
    private Set<Scope> scopes = Set.of();

    void set(String tenant, Set<Scope> scopes) {
        this.tenant = tenant;
        this.scopes = scopes;
    }

    /**
     * Returns the tenant of the request's bearer token. Throws 401 {@code unauthenticated} if the request has no token.
     */
    public String tenant() {
        if (tenant == null) {
            throw new Problem(
                    Code.UNAUTHENTICATED, "A bearer token is missing. Send the header Authorization: Bearer <token>.");
        }
        return tenant;
    }

    /** Throws 403 {@code forbidden} unless the request's token has {@code scope} or a scope that includes it. */
    void require(Scope scope) {
        if (!scope.isGrantedBy(scopes)) {
            throw new Problem(Code.FORBIDDEN, "This route needs a token with the scope " + scope.word() + ".");
        }
    }
}
