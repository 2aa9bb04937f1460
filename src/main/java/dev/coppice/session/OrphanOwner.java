package dev.coppice.session;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * What is kept of a session whose tree was orphaned: its row's id and the fields that the search index stores with
 * messages. Embedded in the tree's row while forks read its messages; a rebuild of the search index needs it.
 */
@Embeddable
record OrphanOwner(
        @Column(name = "left_by") Long session,
        @Column(name = "tenant_id") Integer tenant,
        @Column(name = "namespace_id") Long namespace,
        @Column(name = "user_id") String userId,
        String agent,
        String source) {}
