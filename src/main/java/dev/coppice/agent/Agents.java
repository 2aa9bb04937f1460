package dev.coppice.agent;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.access.Tenants;
import dev.coppice.api.Cursor;
import dev.coppice.api.Page;
import dev.coppice.api.Precondition;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.util.List;
import java.util.Optional;

/**
 * Keeps agents by name; the only writer of their rows. Sessions find their agent by its name each time, so a change is
 * theirs from then on, and a deleted agent leaves them as sessions without one. An agent of another tenant is none.
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

    /** What a session that names an agent is built with; one indexed read. No name, or no such agent: the defaults. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public AgentSpec of(int tenant, String name) {
        if (name == null) {
            return AgentSpec.NONE;
        }
        return em
                .createQuery("select a.body from Agent a where a.tenant = :tenant and a.name = :name", byte[].class)
                .setParameter("tenant", tenant)
                .setParameter("name", name)
                .getResultList()
                .stream()
                .findFirst()
                .map(body -> StoredAgent.of(body, name).spec())
                .orElse(AgentSpec.NONE);
    }

    /** What a session follows at each write, without reading the whole agent. No name, or one of none: nothing. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public AgentLimits limits(int tenant, String name) {
        if (name == null) {
            return AgentLimits.NONE;
        }
        return em
                .createQuery(
                        """
                        select a.ttlSeconds, a.tokenCounter, a.compactAfter, a.maxMessages, a.summaryEvery, a.profileEvery
                        from Agent a
                        where a.tenant = :tenant and a.name = :name""",
                        Object[].class)
                .setParameter("tenant", tenant)
                .setParameter("name", name)
                .getResultList()
                .stream()
                .findFirst()
                .map(row -> new AgentLimits(
                        (Long) row[0], (String) row[1], (Integer) row[2], (Integer) row[3], (Integer) row[4], (Integer)
                                row[5]))
                .orElse(AgentLimits.NONE);
    }

    /** The agent as it is now; 404 {@code agent-not-found}. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public AgentInfo get(String tenant, String name) {
        return tenants.find(tenant)
                .flatMap(number -> row(number, name, LockModeType.NONE))
                .orElseThrow(Agents::none)
                .info();
    }

    /** What {@link #put} made or replaced. */
    public record Put(AgentInfo agent, boolean created) {}

    /** Makes an agent, or replaces the one of the name. An equal specification writes nothing; the version stays. */
    public Put put(String tenant, String name, AgentSpec wanted, Precondition expected) {
        var spec = AgentSpec.read(wanted.toBytes(), Ids.check(name, "agent"));
        if (spec.context().size() > settings.agentMaxBlocks()) {
            throw Problem.at(
                    "/context", Code.INVALID, "An agent may have " + settings.agentMaxBlocks() + " context blocks.");
        }
        int number = tenants.findOrMake(tenant);
        var found = row(number, name, LockModeType.PESSIMISTIC_WRITE);
        if (found.isPresent()) {
            expected.check(found.get().version());
            found.get().become(spec);
        } else {
            expected.checkAbsent();
        }
        var agent = found.orElseGet(() -> new Agent(number, spec));
        em.persist(agent);
        // Only now the version is known, and whether another one was faster.
        em.flush();
        return new Put(agent.info(), found.isEmpty());
    }

    /** Deletes an agent; 404 {@code agent-not-found}. Its sessions stay, with the name that leads nowhere. */
    public void delete(String tenant, String name, Precondition expected) {
        var agent = tenants.find(tenant)
                .flatMap(number -> row(number, name, LockModeType.PESSIMISTIC_WRITE))
                .orElseThrow(Agents::none);
        expected.check(agent.version());
        em.remove(agent);
    }

    /**
     * The tenant's agents by name, a page at a time. A page has at most as many bytes as one message may have, and at
     * least one agent.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Page<AgentInfo> list(String tenant, int limit, String cursor) {
        var after = cursor == null ? "" : Cursor.readName(KIND, cursor);
        var number = tenants.find(tenant);
        if (number.isEmpty()) {
            return new Page<>(List.of(), null);
        }
        var there = em.createQuery(
                        """
                        select a.name, a.bytes from Agent a where a.tenant = :tenant and a.name > :after
                        order by a.tenant, a.name""",
                        Object[].class)
                .setParameter("tenant", number.get())
                .setParameter("after", after)
                .setMaxResults(limit + 1)
                .getResultList();
        int size =
                Page.fitting(there.stream().map(row -> (Integer) row[1]).toList(), limit, settings.messageMaxBytes());
        if (size == 0) {
            return new Page<>(List.of(), null);
        }
        var last = (String) there.get(size - 1)[0];
        var agents = em.createQuery(
                        """
                        select a from Agent a where a.tenant = :tenant and a.name > :after and a.name <= :last
                        order by a.tenant, a.name""",
                        Agent.class)
                .setParameter("tenant", number.get())
                .setParameter("after", after)
                .setParameter("last", last)
                .getResultList();
        return new Page<>(
                agents.stream().map(Agent::info).toList(), there.size() > size ? Cursor.ofName(KIND, last) : null);
    }

    private Optional<Agent> row(int tenant, String name, LockModeType lock) {
        return em
                .createQuery("select a from Agent a where a.tenant = :tenant and a.name = :name", Agent.class)
                .setParameter("tenant", tenant)
                .setParameter("name", name)
                .setLockMode(lock)
                .getResultList()
                .stream()
                .findFirst();
    }

    private static Problem none() {
        return new Problem(Code.AGENT_NOT_FOUND, "No agent of this name exists.");
    }
}
