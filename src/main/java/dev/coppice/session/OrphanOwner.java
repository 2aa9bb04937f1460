package dev.coppice.session;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * The former session of an orphaned tree, embedded in the tree's row as long as forks read its messages. A rebuild of
 * the search index needs it to index those messages.
 */
@Embeddable
record OrphanOwner(
        @Column(name = "left_by") Long session,
        @Column(name = "tenant_id") Integer tenant,
        @Column(name = "namespace_id") Long namespace,
        @Column(name = "user_id") String userId,
        String agent,
        String source) {}
