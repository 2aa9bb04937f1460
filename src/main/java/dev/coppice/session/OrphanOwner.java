package dev.coppice.session;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * Whose the messages on a stool were, in its row, as long as forks read them: what a fork has in common with all that it
 * came from. Without it they could not be found again when the search index is built anew.
 */
@Embeddable
record OrphanOwner(
        @Column(name = "left_by") Long session,
        @Column(name = "tenant_id") Integer tenant,
        @Column(name = "namespace_id") Long namespace,
        @Column(name = "user_id") String userId,
        String agent,
        String source) {}
