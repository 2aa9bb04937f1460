package dev.coppice.context;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.agent.BlockSpec;
import dev.coppice.session.Session;
import jakarta.persistence.EntityManager;
import java.util.Map;

/**
 * The differences between the blocks of one session and those that its agent declares, stored as rows of
 * {@link BlockOverride}. For one read or one transaction; not thread-safe.
 */
final class BlockOverrides {
    private final EntityManager em;
    private final Session session;

    BlockOverrides(EntityManager em, Session session) {
        this.em = em;
        this.session = session;
    }

    /**
     * Changes the agent's blocks into those of the session: removes the blocks that were removed from the session, and
     * adds the session's own blocks at the end.
     *
     * @param specs declarations of the agent's blocks, by label, in order; this method changes the map
     */
    void applyTo(Map<String, BlockSpec> specs) {
        for (var override : BlockOverride.of(em, session)) {
            specs.remove(override.label());
            if (!override.isHidden()) {
                specs.put(override.label(), override.spec());
            }
        }
    }

    /**
     * Adds a block after the session's existing blocks, and flushes it to the database. Throws 413 {@code too-large} if
     * the declarations of all added blocks have more than {@code maxBytes} bytes in total.
     */
    void add(BlockSpec spec, int maxBytes) {
        int last = BlockOverride.of(em, session).stream()
                .mapToInt(BlockOverride::position)
                .max()
                .orElse(0);
        BlockOverride.find(em, session, spec.label())
                .orElseGet(() -> persisted(spec.label()))
                .add(spec, last + 1);
        em.flush();
        long bytes = BlockOverride.of(em, session).stream()
                .mapToLong(BlockOverride::bytes)
                .sum();
        if (bytes > maxBytes) {
            throw new Problem(
                    Code.TOO_LARGE,
                    "The declarations of the blocks added to a session must not exceed " + maxBytes
                            + " bytes in total.");
        }
    }

    /**
     * Removes a block from the session.
     *
     * @param isOfAgent true if the agent declares a block with this label
     */
    void remove(String label, boolean isOfAgent) {
        var override = BlockOverride.find(em, session, label);
        if (isOfAgent) {
            override.orElseGet(() -> persisted(label)).hide();
        } else {
            override.ifPresent(em::remove);
        }
    }

    private BlockOverride persisted(String label) {
        var fresh = new BlockOverride(session.id(), label);
        em.persist(fresh);
        return fresh;
    }
}
