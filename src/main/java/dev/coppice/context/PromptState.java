package dev.coppice.context;

import dev.coppice.agent.BlockScope;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The frozen prompt of a session, and the current counters of everything on which the session's blocks depend. A
 * counter is null if its row does not exist.
 *
 * @param frozen the frozen prompt in UTF-8; null if no prompt is frozen yet
 * @param frozenFingerprint the {@link #fingerprint} of the counters when the prompt was rendered; null if no prompt is
 *     frozen yet
 * @param sessionChanges changes of the session's own content and block declarations
 * @param userChanges changes of the content that the user's sessions share
 * @param agentChanges changes of the content that the agent's sessions share
 * @param tenantChanges changes of the content that the tenant's sessions share
 * @param agentId database id of the agent, which may have been deleted and created again
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
     * JPQL that selects this record for one session, by keys only. Parameters: {@code session}, the session's database
     * id; {@code own}, the same id as a text.
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

    /** Returns the frozen prompt as text; null if no prompt is frozen yet. */
    String prompt() {
        return frozen == null ? null : new String(frozen, StandardCharsets.UTF_8);
    }

    /** Returns a number that is different, with near certainty, if any of the counters is different. */
    long fingerprint() {
        long fingerprint = 0;
        for (var counter :
                Arrays.asList(sessionChanges, userChanges, agentChanges, tenantChanges, agentId, agentVersion)) {
            fingerprint = fingerprint * FINGERPRINT_PRIME + (counter == null ? 0 : counter + 1);
        }
        return fingerprint;
    }

    /** True if the counters are those with which the prompt was rendered. */
    boolean isUnchanged() {
        return frozenFingerprint != null && frozenFingerprint == fingerprint();
    }
}
