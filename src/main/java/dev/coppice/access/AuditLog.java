package dev.coppice.access;

import dev.coppice.db.DatabaseClock;
import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonBody.Members;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.List;

/**
 * Writes and reads the audit log: administrative acts, erasures and the use of tokens. Entries contain names and ids,
 * never a token or the text of a message.
 */
@Stateless
public class AuditLog {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Tenants tenants;

    /**
     * Adds an entry without details, as {@link #record(Actor, AuditAction, String, String, Members)} does.
     *
     * @param target id of what the act concerns, for example of a token; null if it concerns no single thing
     */
    public void record(Actor actor, AuditAction action, String tenant, String target) {
        add(actor, action, tenant, target, null, DatabaseClock.now());
    }

    /**
     * Adds an entry in the current transaction, or in a new one if there is none. If the transaction is rolled back,
     * the log does not contain the entry. Other transactions that add an entry wait until this one ends. So the entries
     * get their ids in the order of the commits, and a reader who continues after an id misses no entry. To keep that
     * wait short, call this method last in a transaction.
     *
     * @param actor who has done the act
     * @param tenant name of the tenant that the entry concerns; created if it does not exist
     * @param target id of what the act concerns, for example of a token; null if it concerns no single thing
     * @param details writes the members of a JSON object that describes the act further; no secrets, and no texts of
     *     messages
     */
    public void record(Actor actor, AuditAction action, String tenant, String target, Members details) {
        add(actor, action, tenant, target, JsonBody.object(details), DatabaseClock.now());
    }

    /**
     * Adds an entry for the use of a token of this server, as {@link #record(Actor, AuditAction, String, String)} does.
     *
     * @param owner owner of the token
     * @param at time of the use, in milliseconds since the epoch
     */
    public void recordUse(Actor owner, long at) {
        add(owner, AuditAction.TOKEN_USED, owner.tenant(), owner.token(), null, at);
    }

    private void add(Actor actor, AuditAction action, String tenant, String target, byte[] details, long at) {
        int number = tenants.findOrCreate(tenant);
        em.createNativeQuery("select name from lease where name = 'audit-order' for update", String.class)
                .getResultList();
        em.persist(new AuditEntry(number, actor, action, target, details, at));
    }

    /**
     * Returns the next entries in the order of their ids. The tenant {@code default} reads the entries of all tenants,
     * any other tenant those that concern it.
     *
     * @param reader tenant of the reader
     * @param after only entries with a higher id
     * @param from only entries of this time or later, in milliseconds since the epoch
     * @param limit maximum number of entries
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public List<AuditLine> after(String reader, long after, long from, int limit) {
        return em
                .createQuery(
                        """
                        select e, t.name from AuditEntry e join Tenant t on t.id = e.tenant
                        where (t.name = :reader or :all = true) and e.id > :after and e.createdAt >= :from
                        order by e.id""",
                        Object[].class)
                .setParameter("reader", reader)
                .setParameter("all", reader.equals(Tenant.DEFAULT))
                .setParameter("after", after)
                .setParameter("from", from)
                .setMaxResults(limit)
                .getResultList()
                .stream()
                .map(row -> new AuditLine((AuditEntry) row[0], (String) row[1], reader))
                .toList();
    }
}
