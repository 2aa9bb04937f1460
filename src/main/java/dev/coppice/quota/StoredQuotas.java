package dev.coppice.quota;

import dev.coppice.access.Tenants;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.List;
import java.util.Optional;

/** Reads and writes the quotas of tenants and what they have used, in the database. */
@Stateless
public class StoredQuotas {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Tenants tenants;

    @Inject
    private QuotaSettings settings;

    /**
     * What a tenant has used on one day, as the sum of all nodes in the database.
     *
     * @param bytes number of bytes of request bodies
     * @param modelCalls number of calls of the chat model
     */
    public record Used(long bytes, long modelCalls) {}

    /**
     * Returns the quotas that were set for a tenant. Returns {@link OwnQuotas#NONE} if none were set, or the tenant
     * does not exist.
     *
     * @param tenant name of the tenant
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public OwnQuotas quotas(String tenant) {
        return tenants.find(tenant)
                .flatMap(number -> Optional.ofNullable(em.find(TenantQuota.class, number)))
                .map(TenantQuota::quotas)
                .orElse(OwnQuotas.NONE);
    }

    /**
     * Returns the limits that apply to a tenant. Each limit is the tenant's own quota or, if none was set, that of the
     * settings.
     *
     * @param tenant name of the tenant
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Limits limits(String tenant) {
        return quotas(tenant).over(settings.limits());
    }

    /** Sets the quotas of a tenant, and creates the tenant if it does not exist. */
    public void replace(String tenant, OwnQuotas quotas) {
        int number = tenants.findOrCreate(tenant);
        var row = em.find(TenantQuota.class, number);
        if (row == null) {
            row = new TenantQuota(number);
            em.persist(row);
        }
        row.replace(quotas);
    }

    /** Returns the number of a tenant's sessions; 0 if the tenant does not exist. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public long sessions(String tenant) {
        return tenants.find(tenant)
                .map(number -> ((Number) em.createNativeQuery("select count(*) from session where tenant_id = :tenant")
                        .setParameter("tenant", number)
                        .getSingleResult()))
                .map(Number::longValue)
                .orElse(0L);
    }

    /**
     * Adds amounts to what a tenant has used on a day, and returns the new sum of all nodes, which is at most
     * {@code Long.MAX_VALUE}. Creates the tenant if it does not exist and an amount is greater than 0. Deletes what the
     * tenant has used on earlier days when it adds the first row of a day. Throws a {@code PersistenceException} if
     * another node inserts the first row for the tenant and day at the same time. The caller then adds the amounts in
     * its next exchange.
     *
     * @param tenant name of the tenant
     * @param day number of the day since the epoch
     * @param bytes number of bytes of request bodies to add
     * @param modelCalls number of calls of the chat model to add
     */
    public Used add(String tenant, long day, long bytes, long modelCalls) {
        boolean isChange = bytes > 0 || modelCalls > 0;
        if (!isChange && tenants.find(tenant).isEmpty()) {
            return new Used(0, 0);
        }
        int number = tenants.findOrCreate(tenant);
        if (isChange) {
            add(number, day, bytes, modelCalls);
        }
        var rows = (List<?>) em.createNativeQuery(
                        "select bytes, model_calls from tenant_usage where tenant_id = :tenant and usage_day = :day")
                .setParameter("tenant", number)
                .setParameter("day", day)
                .getResultList();
        if (rows.isEmpty()) {
            return new Used(0, 0);
        }
        var row = (Object[]) rows.get(0);
        return new Used(((Number) row[0]).longValue(), ((Number) row[1]).longValue());
    }

    private void add(int tenant, long day, long bytes, long modelCalls) {
        int updated = run(
                """
                update tenant_usage set
                    bytes = case when bytes > 9223372036854775807 - :bytes
                        then 9223372036854775807 else bytes + :bytes end,
                    model_calls = case when model_calls > 9223372036854775807 - :calls
                        then 9223372036854775807 else model_calls + :calls end
                where tenant_id = :tenant and usage_day = :day""",
                tenant,
                day,
                bytes,
                modelCalls);
        if (updated == 0) {
            em.createNativeQuery("delete from tenant_usage where tenant_id = :tenant and usage_day < :day")
                    .setParameter("tenant", tenant)
                    .setParameter("day", day)
                    .executeUpdate();
            run(
                    """
                    insert into tenant_usage (tenant_id, usage_day, bytes, model_calls)
                    values (:tenant, :day, :bytes, :calls)""",
                    tenant,
                    day,
                    bytes,
                    modelCalls);
        }
    }

    private int run(String sql, int tenant, long day, long bytes, long modelCalls) {
        return em.createNativeQuery(sql)
                .setParameter("tenant", tenant)
                .setParameter("day", day)
                .setParameter("bytes", bytes)
                .setParameter("calls", modelCalls)
                .executeUpdate();
    }
}
