package dev.coppice.access;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.access.TokenCache.TokenRevoked;
import dev.coppice.access.TokenUses.TokenDay;
import dev.coppice.api.Cursor;
import dev.coppice.api.Page;
import dev.coppice.db.DatabaseClock;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Issues, identifies, lists, rotates and revokes bearer tokens. A token belongs to one tenant. */
@Stateless
public class Credentials {
    private static final String KIND = "tokens";

    /**
     * Maximum number of tokens that one query of {@link #valid} checks. The hashes of the tokens are parameters of the
     * query, and databases limit the number of parameters.
     */
    private static final int AT_ONCE = 500;

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Tenants tenants;

    @Inject
    private AuditLog audit;

    @Inject
    private TokenUses uses;

    @Inject
    private Event<TokenRevoked> revocations;

    /**
     * Returns tenant, scopes (permissions) and name of a bearer token; empty if the token is unknown, revoked or
     * expired. Each call queries the database. {@link TokenCache#identify} queries it only if the token is not in the
     * cache.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Optional<Identity> identify(String token) {
        return em
                .createQuery(
                        """
                        select c.id, t.name, c.scopes, c.name, c.expiresAt
                        from Credential c join Tenant t on t.id = c.tenant where c.secret = :s""",
                        Object[].class)
                .setParameter("s", Credential.hash(token))
                .getResultList()
                .stream()
                .findFirst()
                .map(row -> new Identity(
                        (long) row[0], (String) row[1], Scope.split((String) row[2]), (String) row[3], (Long) row[4]))
                .filter(identity -> !identity.isExpired());
    }

    /**
     * Stores the times at which tokens were last used. An earlier time than the stored one changes nothing. The first
     * use of a token on a day (UTC) is recorded in the audit log, with its time.
     *
     * @param uses times in milliseconds since the epoch; sorted, so that two nodes lock rows in the same order
     */
    public void used(SortedMap<TokenDay, Long> uses) {
        var first = new TreeMap<TokenDay, Long>();
        uses.forEach((day, at) -> {
            if (used(day.token(), at, day.start())) {
                first.put(day, at);
            } else {
                used(day.token(), at, at);
            }
        });
        first.forEach((day, at) -> {
            var token = em.find(Credential.class, day.token());
            var tenant = tenants.name(token.tenant());
            audit.recordUse(new Actor(tenant, String.valueOf(day.token()), token.name()), at);
        });
    }

    /**
     * Stores the time of a request with a token, if the stored time is earlier than {@code before} or none is stored.
     * Returns true if it was stored.
     *
     * @param id database id of the token
     * @param at time of the request, in milliseconds since the epoch
     * @param before the stored time must be earlier than this time, in milliseconds since the epoch
     */
    private boolean used(long id, long at, long before) {
        var update = em.createQuery(
                """
                update Credential c set c.lastUsedAt = :at
                where c.id = :id and (c.lastUsedAt is null or c.lastUsedAt < :before)""");
        return update.setParameter("id", id)
                        .setParameter("at", at)
                        .setParameter("before", before)
                        .executeUpdate()
                == 1;
    }

    /** Returns those of the given tokens that exist and are neither revoked nor expired. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Set<String> valid(Collection<String> tokens) {
        var byHash = new HashMap<ByteBuffer, String>();
        tokens.forEach(token -> byHash.put(ByteBuffer.wrap(Credential.hash(token)), token));
        var hashes = byHash.keySet().stream().map(ByteBuffer::array).toList();
        var valid = new HashSet<String>();
        for (int from = 0; from < hashes.size(); from += AT_ONCE) {
            em.createQuery(
                            """
                            select c.secret from Credential c
                            where c.secret in :secrets and (c.expiresAt is null or c.expiresAt > :now)""",
                            byte[].class)
                    .setParameter("now", DatabaseClock.now())
                    .setParameter("secrets", hashes.subList(from, Math.min(from + AT_ONCE, hashes.size())))
                    .getResultList()
                    .forEach(secret -> valid.add(byHash.get(ByteBuffer.wrap(secret))));
        }
        return valid;
    }

    /**
     * Issues a token, and creates the tenant if it does not exist. Only the returned object contains the token; the
     * database stores its hash. Throws 422 {@code invalid-id} if {@code tenant} is not a valid id, 422 {@code invalid}
     * if {@code name} is too long or not valid Unicode ({@link Ids#checkText}).
     *
     * @param tenant name of the tenant
     * @param scopes permissions of the token
     * @param name display name of the token, or null
     * @param expiresAt time from which the token is refused, in milliseconds since the epoch; null for never
     */
    public IssuedToken issue(String tenant, Set<Scope> scopes, String name, Long expiresAt) {
        Ids.check(tenant, "/tenant");
        var token = Credential.newToken();
        var number = tenants.findOrCreate(tenant);
        var credential = new Credential(number, scopes, Ids.checkText(name, "/name"), token, expiresAt);
        em.persist(credential);
        return IssuedToken.issued(credential, token, tenant, null);
    }

    /**
     * Issues a new token that replaces an old one. The new token has the same tenant, scopes and name. The old token
     * stays valid for the overlap, but not beyond its own end. The tenant {@code default} may rotate the tokens of all
     * tenants. Throws 404 {@code token-not-found} if {@code tenant} has no token with this id, or if the token has
     * expired. Another node may accept the old token after its new end, at most for the time of the setting
     * {@code coppice.tokens.cache}, because the node caches tokens.
     *
     * @param tenant tenant of the caller
     * @param id id of the old token
     * @param expiresAt time from which the new token is refused, in milliseconds since the epoch; null to give the new
     *     token the lifetime that the old one had when it was issued, or no end if it was issued without one
     * @param overlap time for which the old token stays valid
     */
    public IssuedToken rotate(String tenant, String id, Long expiresAt, Duration overlap) {
        var old = em.find(Credential.class, number(id), LockModeType.PESSIMISTIC_WRITE);
        var owner = old == null ? null : tenants.name(old.tenant());
        if (old == null || old.isExpired() || !tenant.equals(Tenant.DEFAULT) && !tenant.equals(owner)) {
            throw noToken();
        }
        var token = Credential.newToken();
        var credential = old.rotate(token, expiresAt, overlap.toMillis());
        em.persist(credential);
        revocations.fire(new TokenRevoked());
        return IssuedToken.issued(credential, token, owner, new IssuedToken.Previous(id, old.expiresAt()));
    }

    /**
     * Returns a page of the tokens of a tenant, in the order in which they were issued. For the tenant {@code default},
     * returns the tokens of all tenants. Throws 400 {@code malformed} if {@code cursor} is not one of this list.
     *
     * @param limit maximum number of tokens
     * @param cursor cursor of a previous page, or null for the first page
     */
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
                .map(row -> IssuedToken.listed((Credential) row[0], (String) row[1]))
                .toList();
        var last = rows.size() > limit ? (Credential) rows.get(limit - 1)[0] : null;
        return new Page<>(items, last == null ? null : Cursor.of(KIND, last.id()));
    }

    /**
     * Revokes a token. The tenant {@code default} may revoke the tokens of all tenants. Throws 404
     * {@code token-not-found} if {@code tenant} has no token with this id. Throws 409 {@code last-admin-token} if the
     * token is the only valid one of the tenant {@code default} with the scope {@code admin}: without it, nobody could
     * issue tokens for all tenants. Concurrent revocations by the tenant {@code default} wait for each other, because
     * two of them could otherwise revoke the last two of these tokens. Stores the uses of the token on this node first.
     * Another node may still accept the token for the time of the setting {@code coppice.tokens.cache}; see
     * {@link TokenCache}.
     *
     * @param tenant tenant of the caller
     * @param id id of the token
     * @return name of the token's tenant
     */
    public String revoke(String tenant, String id) {
        long number = number(id);
        boolean all = tenant.equals(Tenant.DEFAULT);
        if (all && administrators(tenants.lockOrCreate(Tenant.DEFAULT)).equals(List.of(number))) {
            throw new Problem(
                    Code.LAST_ADMIN_TOKEN,
                    "This is the last token of the tenant default with the scope admin. Issue another one first.");
        }
        var token = em.find(Credential.class, number, LockModeType.PESSIMISTIC_WRITE);
        var owner = token == null ? null : tenants.name(token.tenant());
        if (token == null || !all && !tenant.equals(owner)) {
            throw noToken();
        }
        used(uses.unwritten(number));
        em.remove(token);
        revocations.fire(new TokenRevoked());
        return owner;
    }

    /**
     * Issues a token of the tenant {@code default} with the scope {@code admin} if this tenant has no such token that
     * is valid. This is the case at the first start, and after these tokens have expired or their rows were deleted
     * from the database. If several nodes start at the same time, one of them issues the token.
     *
     * @param write called with the new token before the transaction commits; if it throws an exception, no token is
     *     issued
     */
    public void issueIfNoAdministrator(Consumer<IssuedToken> write) {
        if (administrators(tenants.lockOrCreate(Tenant.DEFAULT)).isEmpty()) {
            var issued = issue(Tenant.DEFAULT, EnumSet.of(Scope.ADMIN), isEmpty() ? "first" : "recovered", null);
            audit.record(
                    Actor.SERVER, AuditAction.TOKEN_CREATED, Tenant.DEFAULT, issued.id(), issued::writePermissions);
            write.accept(issued);
        }
    }

    /**
     * Converts the id of a token, as responses contain it, to the database id. Returns 0, which no token has, if the
     * text is not an id of a token.
     */
    private static long number(String id) {
        return id.matches("\\d{1,18}") ? Long.parseLong(id) : 0;
    }

    private static Problem noToken() {
        return new Problem(Code.TOKEN_NOT_FOUND, "No token with this id exists.");
    }

    /**
     * Returns the ids of a tenant's valid tokens with the scope {@code admin}; at most two of them, which is enough to
     * see whether one of them is the last.
     */
    private List<Long> administrators(int tenant) {
        return em.createQuery(
                        """
                        select c.id from Credential c where c.tenant = :tenant and c.scopes like :admin
                        and (c.expiresAt is null or c.expiresAt > :now)""",
                        Long.class)
                .setParameter("now", DatabaseClock.now())
                .setParameter("tenant", tenant)
                .setParameter("admin", '%' + Scope.ADMIN.word() + '%')
                .setMaxResults(2)
                .getResultList();
    }

    private boolean isEmpty() {
        return em.createQuery("select count(c) from Credential c", Long.class).getSingleResult() == 0;
    }
}
