package dev.coppice.quota;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/**
 * Database row with the quotas that an administrator has set for a tenant. If a quota is null, that of the settings
 * applies.
 */
@Entity
public class TenantQuota {
    @Id
    @Column(name = "tenant_id")
    private int tenant;

    @Column(name = "requests_per_second")
    private Long requestsPerSecond;

    @Column(name = "bytes_per_day")
    private Long bytesPerDay;

    private Long sessions;

    @Column(name = "model_calls_per_day")
    private Long modelCallsPerDay;

    protected TenantQuota() {}

    TenantQuota(int tenant) {
        this.tenant = tenant;
    }

    void replace(OwnQuotas quotas) {
        requestsPerSecond = quotas.requestsPerSecond();
        bytesPerDay = quotas.bytesPerDay();
        sessions = quotas.sessions();
        modelCallsPerDay = quotas.modelCallsPerDay();
    }

    OwnQuotas quotas() {
        return new OwnQuotas(requestsPerSecond, bytesPerDay, sessions, modelCallsPerDay);
    }
}
