package dev.coppice.access;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.metrics.MetricText;
import dev.coppice.metrics.Metrics;
import dev.coppice.metrics.MetricsSettings;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * HTTP resource with the metrics of this node, for Prometheus. The metrics concern all tenants. So only administrators
 * of the tenant {@code default}, and clients with the token of {@code coppice.metrics.token}, may read them.
 */
@Path("metrics")
@RequestScoped
public class MetricsResource {
    @Inject
    private Metrics metrics;

    @Inject
    private MetricsSettings settings;

    @Inject
    private TokenCache tokens;

    /**
     * Returns the metrics. Throws 401 {@code unauthenticated} if the token is missing, unknown, revoked or expired, 403
     * {@code forbidden} if it is neither the value of {@code coppice.metrics.token} nor the token of an administrator
     * of the tenant {@code default}, 503 {@code unavailable} if the keys of the OpenID provider are needed and cannot
     * be fetched.
     */
    @GET
    @Produces(MetricText.TYPE)
    public Response read(@HeaderParam(HttpHeaders.AUTHORIZATION) String authorization) {
        var token = Authentication.token(authorization);
        if (!isMetricsToken(token)) {
            checkAdministrator(token);
        }
        return Response.ok(metrics.text()).header("Cache-Control", "no-store").build();
    }

    /**
     * True if the token is the value of {@code coppice.metrics.token}. The time of the comparison does not depend on
     * the token, so that a client cannot guess the value byte by byte.
     */
    private boolean isMetricsToken(String token) {
        var expected = settings.token();
        return expected != null
                && MessageDigest.isEqual(
                        token.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
    }

    private void checkAdministrator(String token) {
        var identity = tokens.identify(token)
                .orElseThrow(() -> new Problem(Code.UNAUTHENTICATED, "The bearer token is not valid."));
        if (!identity.tenant().equals(Tenant.DEFAULT) || !Scope.ADMIN.isGrantedBy(identity.scopes())) {
            throw new Problem(
                    Code.FORBIDDEN,
                    "Metrics concern all tenants; only administrators of the tenant `default` may read them.");
        }
    }
}
