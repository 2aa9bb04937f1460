package dev.coppice.context;

import dev.coppice.Problem;
import dev.coppice.agent.BlockScope;
import dev.coppice.db.Results;
import dev.coppice.session.Session;
import jakarta.persistence.EntityManager;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The frozen prompt of a session, together with counters of changes. If a counter differs from its value at the time of
 * the rendering, the session's blocks may have changed since. A counter is null if its database row does not exist.
 *
 * @param frozen the frozen prompt in UTF-8; null if no prompt is frozen yet
 * @param frozenFingerprint the {@link #fingerprint} of the counters when the prompt was rendered; null if no prompt is
 *     frozen yet
 * @param sessionChanges number of changes of the session's own content and block declarations
 * @param userChanges number of changes of the content that the user's sessions share
 * @param agentChanges number of changes of the content that the agent's sessions share
 * @param tenantChanges number of changes of the content that the tenant's sessions share
 * @param agentId database id of the agent; another id means that the agent was deleted and created again
 * @param agentVersion version of the agent's declaration
 */
record PromptState(
        byte[] frozen,
        Long frozenFingerprint,
        Long sessionChanges,
        Long userChanges,
        Long agentChanges,
        Long tenantChanges,
        Long agentId,
        Long agentVersion) {
    private static final String CHANGES =
            ", (select o.changes from BlockOwner o where o.tenant = s.tenant and o.scope = '%s' and o.name = %s)";

    /**
     * JPQL query that selects this record for one session. Each row is found by a key, so the query is fast. Its
     * parameters are {@code session}, the session's database id as a number, and {@code own}, the same id as a text.
     */
    static final String QUERY = "select p.prompt, p.changes"
            + CHANGES.formatted(BlockScope.SESSION.word(), ":own")
            + CHANGES.formatted(BlockScope.USER.word(), "s.origin.userId")
            + CHANGES.formatted(BlockScope.AGENT.word(), "s.origin.agent")
            + CHANGES.formatted(BlockScope.TENANT.word(), "''")
            + ", (select a.id from Agent a where a.tenant = s.tenant and a.name = s.origin.agent)"
            + ", (select a.version from Agent a where a.tenant = s.tenant and a.name = s.origin.agent)"
            + " from Session s left join FrozenPrompt p on p.session = s.id where s.id = :session";

    private static final long FINGERPRINT_PRIME = 1_000_003;

    static PromptState of(EntityManager em, Session session) {
        return Results.first(em.createQuery(QUERY, PromptState.class)
                        .setParameter("session", session.id())
                        .setParameter("own", Long.toString(session.id())))
                .orElseThrow(Problem::noSession);
    }

    /** Returns the frozen prompt as text; null if no prompt is frozen yet. */
    String prompt() {
        return frozen == null ? null : new String(frozen, StandardCharsets.UTF_8);
    }

    /** Returns a hash of all counters. If any counter differs, the hash differs with near certainty. */
    long fingerprint() {
        long fingerprint = 0;
        for (var counter :
                Arrays.asList(sessionChanges, userChanges, agentChanges, tenantChanges, agentId, agentVersion)) {
            fingerprint = fingerprint * FINGERPRINT_PRIME + (counter == null ? 0 : counter + 1);
        }
        return fingerprint;
    }

    /** True if all counters are the same as when the frozen prompt was rendered; false if no prompt is frozen yet. */
    boolean isUnchanged() {
        return frozenFingerprint != null && frozenFingerprint == fingerprint();
    }
}
