package dev.coppice.session;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * The former session of an orphaned tree: the id of its row and the fields that the search index stores with messages.
 * Embedded in the tree's row while forks read the tree's messages, because a rebuild of the search index needs it.
 *
 * @param session id of the session's row, which may not exist any more
 * @param tenant number of the tenant
 * @param namespace number of the namespace
 * @param userId the user of the session, or null
 * @param agent the agent's name, or null
 * @param source the system that created the session, or null
 */
@Embeddable
record OrphanOwner(
        @Column(name = "left_by") Long session,
        @Column(name = "tenant_id") Integer tenant,
        @Column(name = "namespace_id") Long namespace,
        @Column(name = "user_id") String userId,
        String agent,
        String source) {}
