package dev.coppice.agent;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.access.Tenants;
import dev.coppice.api.Cursor;
import dev.coppice.api.Page;
import dev.coppice.api.Precondition;
import dev.coppice.db.Results;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Stores agents by name; only this class writes their rows. Each operation on a session looks up the session's agent by
 * name, so a change of an agent takes effect immediately. Sessions of a deleted agent behave like sessions without an
 * agent. A tenant sees its own agents only.
 */
@Stateless
public class Agents {
    private static final String KIND = "agents";

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Tenants tenants;

    @Inject
    private Settings settings;

    @Inject
    private Event<AgentStoring> storing;

    /**
     * Returns the specification of an agent; {@link AgentSpec#NONE} if the name is null or unknown. Reads at most one
     * row.
     *
     * @param tenant database id of the tenant
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public AgentSpec specOf(int tenant, String name) {
        if (name == null) {
            return AgentSpec.NONE;
        }
        return Results.first(em.createQuery(
                                "select a.body from Agent a where a.tenant = :tenant and a.name = :name", byte[].class)
                        .setParameter("tenant", tenant)
                        .setParameter("name", name))
                .map(body -> StoredAgent.of(body, name).spec())
                .orElse(AgentSpec.NONE);
    }

    /**
     * Returns the limits that an agent sets for its sessions, without reading the whole specification;
     * {@link AgentLimits#NONE} if the name is null or unknown.
     *
     * @param tenant database id of the tenant
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public AgentLimits limits(int tenant, String name) {
        if (name == null) {
            return AgentLimits.NONE;
        }
        return Results.first(em.createQuery(
                                """
                        select a.ttlSeconds, a.tokenCounter, a.compactAfter, a.compactBy, a.maxMessages, a.summaryEvery,
                        a.profileEvery
                        from Agent a
                        where a.tenant = :tenant and a.name = :name""",
                                AgentLimits.class)
                        .setParameter("tenant", tenant)
                        .setParameter("name", name))
                .orElse(AgentLimits.NONE);
    }

    /**
     * Returns the names of those agents that have {@code compactBy} set to {@link CompactBy#REPORTED}. For the sessions
     * of these agents, {@code compactAfter} is compared with the number of tokens that clients report. Unknown names
     * are left out.
     *
     * @param tenant database id of the tenant
     * @param names names of agents, at least one
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Set<String> comparingReportedTokens(int tenant, Collection<String> names) {
        return new HashSet<>(em.createQuery(
                        """
                        select a.name from Agent a
                        where a.tenant = :tenant and a.name in :names and a.compactBy = :reported""",
                        String.class)
                .setParameter("tenant", tenant)
                .setParameter("names", names)
                .setParameter("reported", CompactBy.REPORTED)
                .getResultList());
    }

    /** Returns an agent; throws 404 {@code agent-not-found} if it does not exist. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public AgentInfo get(String tenant, String name) {
        return tenants.find(tenant)
                .flatMap(number -> row(number, name, LockModeType.NONE))
                .orElseThrow(Agents::notFound)
                .info();
    }

    /** True if the tenant has an agent with this name. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public boolean exists(String tenant, String name) {
        return tenants.find(tenant)
                .flatMap(number -> row(number, name, LockModeType.NONE))
                .isPresent();
    }

    /**
     * The result of {@link #put}.
     *
     * @param agent the agent as stored now
     * @param created true if the agent did not exist before
     */
    public record Put(AgentInfo agent, boolean created) {}

    /**
     * Creates or replaces an agent. If the stored specification is equal, writes nothing and keeps the version. Throws
     * 412 {@code stale-version} if {@code expected} is not met. Checks {@code newSpec} like the body of a request:
     * throws 400 {@code out-of-range} if a number is outside its limits, 422 {@code invalid-id} if an id is invalid,
     * 422 {@code invalid} if any other value is invalid or there are more context blocks than
     * {@code coppice.agent.max-blocks}. Throws 422 {@code block-too-long} if a text that the agent declares for a block
     * has more tokens than the block's {@code maxTokens}, 413 {@code too-large} if it has more than
     * {@code coppice.context.max-bytes}.
     *
     * @param expected condition for the version of the stored agent
     */
    public Put put(String tenant, String name, AgentSpec newSpec, Precondition expected) {
        var spec = checked(name, newSpec);
        storing.fire(new AgentStoring(spec));
        return store(tenant, name, spec, expected);
    }

    private AgentSpec checked(String name, AgentSpec newSpec) {
        var spec = AgentSpec.read(newSpec.toBytes(), Ids.check(name, "agent"));
        checkNumberOfBlocks(spec);
        return spec;
    }

    private Put store(String tenant, String name, AgentSpec spec, Precondition expected) {
        int number = tenants.findOrCreate(tenant);
        var found = row(number, name, LockModeType.PESSIMISTIC_WRITE);
        if (found.isPresent()) {
            expected.check(found.get().version());
            found.get().replaceSpec(spec);
        } else {
            expected.checkAbsent();
        }
        var agent = found.orElseGet(() -> new Agent(number, spec));
        em.persist(agent);
        // The flush determines the new version, and detects that a concurrent request inserted the same agent.
        em.flush();
        return new Put(agent.info(), found.isEmpty());
    }

    /**
     * Creates an agent as {@link #put} does and returns true. Does nothing and returns false if an agent with this name
     * exists. Does not check the sizes of texts that the agent declares, because an import must store what an older
     * release has accepted.
     *
     * @param spec the specification, with the agent's name
     */
    public boolean putIfAbsent(String tenant, AgentSpec spec) {
        boolean isAbsent = row(tenants.findOrCreate(tenant), spec.name(), LockModeType.NONE)
                .isEmpty();
        if (isAbsent) {
            store(tenant, spec.name(), checked(spec.name(), spec), Precondition.NONE);
        }
        return isAbsent;
    }

    private void checkNumberOfBlocks(AgentSpec spec) {
        if (spec.context().size() > settings.agentMaxBlocks()) {
            throw Problem.at(
                    "/context",
                    Code.INVALID,
                    "An agent must not have more than " + settings.agentMaxBlocks() + " context blocks.");
        }
    }

    /**
     * Deletes an agent. Its sessions are not deleted; they still contain the agent's name. Throws 404
     * {@code agent-not-found} if the agent does not exist, 412 {@code stale-version} if the agent's version does not
     * meet {@code expected}.
     */
    public void delete(String tenant, String name, Precondition expected) {
        var agent = tenants.find(tenant)
                .flatMap(number -> row(number, name, LockModeType.PESSIMISTIC_WRITE))
                .orElseThrow(Agents::notFound);
        expected.check(agent.version());
        em.remove(agent);
    }

    record NamedSize(String name, Integer bytes) {}

    /**
     * Returns a page of a tenant's agents, sorted by name. A page has at most {@code limit} agents, and at most
     * {@code coppice.message.max-bytes} bytes, but at least one agent. It is empty if the tenant has no agents. Throws
     * 400 {@code malformed} if the cursor is not one of this list.
     *
     * @param cursor cursor of the previous page, or null for the first page
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Page<AgentInfo> list(String tenant, int limit, String cursor) {
        var after = cursor == null ? "" : Cursor.readName(KIND, cursor);
        return tenants.find(tenant)
                .map(number -> list(number, limit, after))
                .orElseGet(() -> new Page<>(List.of(), null));
    }

    private Page<AgentInfo> list(int tenant, int limit, String after) {
        var sizes = em.createQuery(
                        """
                        select a.name, a.bytes from Agent a where a.tenant = :tenant and a.name > :after
                        order by a.tenant, a.name""",
                        NamedSize.class)
                .setParameter("tenant", tenant)
                .setParameter("after", after)
                .setMaxResults(limit + 1)
                .getResultList();
        int size = Page.fitting(sizes.stream().map(NamedSize::bytes).toList(), limit, settings.messageMaxBytes());
        if (size == 0) {
            return new Page<>(List.of(), null);
        }
        var last = sizes.get(size - 1).name();
        return new Page<>(read(tenant, after, last), sizes.size() > size ? Cursor.ofName(KIND, last) : null);
    }

    private List<AgentInfo> read(int tenant, String after, String last) {
        return em
                .createQuery(
                        """
                        select a from Agent a where a.tenant = :tenant and a.name > :after and a.name <= :last
                        order by a.tenant, a.name""",
                        Agent.class)
                .setParameter("tenant", tenant)
                .setParameter("after", after)
                .setParameter("last", last)
                .getResultList()
                .stream()
                .map(Agent::info)
                .toList();
    }

    private Optional<Agent> row(int tenant, String name, LockModeType lock) {
        return Results.first(
                em.createQuery("select a from Agent a where a.tenant = :tenant and a.name = :name", Agent.class)
                        .setParameter("tenant", tenant)
                        .setParameter("name", name)
                        .setLockMode(lock));
    }

    private static Problem notFound() {
        return new Problem(Code.AGENT_NOT_FOUND, "No agent with this name exists.");
    }
}
