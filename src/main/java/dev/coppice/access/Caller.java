package dev.coppice.access;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import jakarta.enterprise.context.RequestScoped;
import java.util.Set;

/**
 * The authenticated client of the current request, with the tenant, the scopes (permissions) and the name of its bearer
 * token. {@link Authentication} sets these values once per request.
 */
@RequestScoped
public class Caller {
    private String tenant;
    private Set<Scope> scopes = Set.of();
    private String tokenName;
    private Actor actor;

    void set(Identity identity) {
        actor = identity.actor();
        tenant = identity.tenant();
        scopes = identity.scopes();
        tokenName = identity.name();
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

    /** True if the request has a valid bearer token. */
    public boolean isKnown() {
        return tenant != null;
    }

    /**
     * Returns the display name of the request's bearer token, or the subject of a token of the OpenID provider. Null if
     * the token has neither, or if the request has no valid token.
     */
    public String tokenName() {
        return tokenName;
    }

    /** Returns the client as the audit log names it; null if the request has no valid bearer token. */
    public Actor actor() {
        return actor;
    }

    /** True if the bearer token of the request has {@code scope} or a scope that includes it. */
    public boolean has(Scope scope) {
        return scope.isGrantedBy(scopes);
    }

    /** Throws 403 {@code forbidden} unless the request's bearer token has {@code scope} or a scope that includes it. */
    void require(Scope scope) {
        if (!has(scope)) {
            throw new Problem(Code.FORBIDDEN, "This route needs a token with the scope " + scope.word() + ".");
        }
    }
}
