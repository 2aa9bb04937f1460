package dev.coppice.context;

import dev.coppice.agent.BlockScope;
import dev.coppice.session.SessionName;

/**
 * On whose behalf a provider is asked. A provider keeps apart what its scope keeps apart: by session, by user, by agent
 * or by tenant.
 *
 * @param userId of the session, or null
 * @param agent that the session names, or null
 */
public record BlockUse(SessionName session, String userId, String agent, String label, BlockScope scope) {}
