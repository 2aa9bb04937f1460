package dev.coppice.payara;

import dev.coppice.background.HealthCheck;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Reports the health of the parts of Coppice to Payara. Payara answers {@code /health/ready} itself, in the format of
 * MicroProfile Health, unless it was started with the commands in {@code src/main/payara}.
 */
@Readiness
@ApplicationScoped
public class ReadinessCheck implements org.eclipse.microprofile.health.HealthCheck {
    @Inject
    @Any
    private Instance<HealthCheck> checks;

    @Override
    public HealthCheckResponse call() {
        var response = HealthCheckResponse.named("coppice");
        boolean up = true;
        for (var check : checks) {
            var health = check.check();
            up &= health.works() || !check.isNeeded();
            response.withData(health.name(), health.works());
        }
        return response.status(up).build();
    }
}
