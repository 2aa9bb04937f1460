package dev.coppice.access;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import jakarta.enterprise.context.RequestScoped;
import java.util.Set;

/** Who makes the current request; set once, by the filter that checked the token. */
@RequestScoped
public class Caller {
    private String tenant;
    private Set<Scope> scopes = Set.of();

    void is(String tenant, Set<Scope> scopes) {
        this.tenant = tenant;
        this.scopes = scopes;
    }

    /** The tenant of the credential; there is no other way to name one. */
    public String tenant() {
        if (tenant == null) {
            throw new Problem(Code.UNAUTHENTICATED, "A bearer token is needed.");
        }
        return tenant;
    }

    void need(Scope scope) {
        if (!scope.within(scopes)) {
            throw new Problem(Code.FORBIDDEN, "The token lacks the scope " + scope.word() + ".");
        }
    }
}
