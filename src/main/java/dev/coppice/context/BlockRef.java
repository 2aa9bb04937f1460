package dev.coppice.context;

import dev.coppice.agent.BlockScope;
import dev.coppice.session.SessionName;

/**
 * Identifies the block that a provider is called for. A provider must separate content by tenant, and within it by the
 * block's scope: session, user, agent, or nothing.
 *
 * @param session the session that uses the block
 * @param userId the session's user, or null
 * @param agent the session's agent, or null
 */
public record BlockRef(SessionName session, String userId, String agent, String label, BlockScope scope) {}
