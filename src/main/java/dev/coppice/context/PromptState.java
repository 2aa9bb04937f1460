package dev.coppice.context;

import dev.coppice.agent.BlockScope;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The frozen prompt of a session, and the current counters of everything on which its blocks depend. A counter is
 * null if its row does not exist.
 *
 * @param frozen the frozen prompt in UTF-8; null when no prompt is frozen yet
 * @param frozenFingerprint the fingerprint of the counters when the prompt was rendered
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
     * Query for this record, using keys only: the frozen prompt, and every counter that changes when a block may
     * have changed.
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

    /** Returns the frozen prompt as text; null when no prompt is frozen yet. */
    String prompt() {
        return frozen == null ? null : new String(frozen, StandardCharsets.UTF_8);
    }

    long fingerprint() {
        long fingerprint = 0;
        for (var counter :
                Arrays.asList(sessionChanges, userChanges, agentChanges, tenantChanges, agentId, agentVersion)) {
            fingerprint = fingerprint * FINGERPRINT_PRIME + (counter == null ? 0 : counter + 1);
        }
        return fingerprint;
    }

    boolean isUnchanged() {
        return frozenFingerprint != null && frozenFingerprint == fingerprint();
    }
}
