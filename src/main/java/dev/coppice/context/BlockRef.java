package dev.coppice.context;

import dev.coppice.agent.BlockScope;
import dev.coppice.session.SessionName;

/**
 * Identifies a context block when a provider is called. A provider must keep the contents of different tenants apart.
 * Within a tenant, it must keep the contents of different sessions, users or agents apart, depending on {@code scope}.
 *
 * @param session tenant, namespace and id of the session that uses the block
 * @param userId id of the session's user, or null
 * @param agent name of the session's agent, or null
 * @param label name of the block in the session
 * @param scope which sessions share the block's content
 */
public record BlockRef(SessionName session, String userId, String agent, String label, BlockScope scope) {}
