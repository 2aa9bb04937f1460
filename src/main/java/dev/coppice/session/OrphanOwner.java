package dev.coppice.session;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * The former session of a tree. When a session is deleted or cleared while forks still read its messages, its tree
 * stays, and these columns of the tree's row describe the former session. A rebuild of the search index needs the
 * values of these columns, because the document of each message contains them.
 *
 * @param session database id of the former session's row; the row still exists if the session was cleared, but not if
 *     it was deleted
 * @param tenant database id of the tenant
 * @param namespace database id of the namespace
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
