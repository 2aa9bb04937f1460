package dev.coppice.access;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Cursor;
import dev.coppice.api.Page;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Makes, recognises, lists and revokes tokens. Every token belongs to one tenant. */
@Stateless
public class Credentials {
    private static final String KIND = "tokens";

    /** Tokens a query. */
    private static final int AT_ONCE = 500;

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Tenants tenants;

    /**
     * Whose token it is, if it is anybody's. Read from the database each time, by its unique hash, so that a revoked
     * token is refused at once on every node.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Optional<Identity> recognise(String token) {
        return em
                .createQuery(
                        "select t.name, c.scopes from Credential c join Tenant t on t.id = c.tenant where c.secret = :s",
                        Object[].class)
                .setParameter("s", Credential.hash(token))
                .getResultList()
                .stream()
                .findFirst()
                .map(row -> new Identity((String) row[0], Scope.split((String) row[1])));
    }

    /** Those of some tokens that have not been revoked. What a token may do never changes. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Set<String> valid(Collection<String> tokens) {
        var byHash = new HashMap<ByteBuffer, String>();
        tokens.forEach(token -> byHash.put(ByteBuffer.wrap(Credential.hash(token)), token));
        var hashes = byHash.keySet().stream().map(ByteBuffer::array).toList();
        var valid = new HashSet<String>();
        for (int from = 0; from < hashes.size(); from += AT_ONCE) {
            em.createQuery("select c.secret from Credential c where c.secret in :secrets", byte[].class)
                    .setParameter("secrets", hashes.subList(from, Math.min(from + AT_ONCE, hashes.size())))
                    .getResultList()
                    .forEach(secret -> valid.add(byHash.get(ByteBuffer.wrap(secret))));
        }
        return valid;
    }

    /** Makes a token of a tenant; what it answers is the only place where the token ever stands. */
    public IssuedToken issue(String tenant, Set<Scope> scopes, String name) {
        Ids.check(tenant, "/tenant");
        var token = Credential.newToken();
        var credential = new Credential(tenants.findOrMake(tenant), scopes, Ids.text(name, "/name"), token);
        em.persist(credential);
        return new IssuedToken(String.valueOf(credential.id()), token, tenant, scopes, name, null);
    }

    /** The tokens of a tenant, of all tenants for an administrator of the default one; oldest first. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Page<IssuedToken> list(String tenant, int limit, String cursor) {
        long after = cursor == null ? 0 : Cursor.read(KIND, 1, cursor)[0];
        var rows = em.createQuery(
                        """
                        select c, t.name from Credential c join Tenant t on t.id = c.tenant
                        where (t.name = :tenant or :all = true) and c.id > :after order by c.id""",
                        Object[].class)
                .setParameter("tenant", tenant)
                .setParameter("all", tenant.equals(Tenant.DEFAULT))
                .setParameter("after", after)
                .setMaxResults(limit + 1)
                .getResultList();
        var items = rows.stream()
                .limit(limit)
                .map(row -> {
                    var c = (Credential) row[0];
                    return new IssuedToken(
                            String.valueOf(c.id()), null, (String) row[1], c.scopes(), c.name(), c.createdAt());
                })
                .toList();
        var last = rows.size() > limit ? (Credential) rows.get(limit - 1)[0] : null;
        return new Page<>(items, last == null ? null : Cursor.of(KIND, last.id()));
    }

    /** Revokes a token at once; 404 {@code token-not-found} for one that the tenant does not have. */
    public void revoke(String tenant, String id) {
        int gone = !id.matches("\\d{1,18}")
                ? 0
                : em.createQuery(
                                """
                        delete from Credential c where c.id = :id and (:all = true
                        or c.tenant in (select t.id from Tenant t where t.name = :tenant))""")
                        .setParameter("id", Long.valueOf(id))
                        .setParameter("all", tenant.equals(Tenant.DEFAULT))
                        .setParameter("tenant", tenant)
                        .executeUpdate();
        if (gone == 0) {
            throw new Problem(Code.TOKEN_NOT_FOUND, "No token of this id exists.");
        }
    }

    public boolean areNone() {
        return em.createQuery("select count(c) from Credential c", Long.class).getSingleResult() == 0;
    }
}
