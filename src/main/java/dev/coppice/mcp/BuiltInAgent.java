package dev.coppice.mcp;

import dev.coppice.agent.AgentSpec;
import dev.coppice.agent.BlockScope;
import dev.coppice.agent.BlockSpec;
import java.util.List;

/**
 * The agent of sessions that are created over MCP if the URL names no other agent. It has a memory block that all
 * sessions of the user share, and a searchable history. A tenant gets this agent when its first such session is
 * created. Afterwards the tenant can change the agent.
 */
final class BuiltInAgent {
    static final String NAME = "mcp";

    /** Maximum tokens of the memory block. The block is part of every system prompt, so it should be short. */
    private static final int MEMORY_TOKENS = 2000;

    static final AgentSpec SPEC = new AgentSpec(
            NAME,
            "Sessions of MCP clients",
            List.of(new BlockSpec(
                    "memory", "Lasting facts about the user and the work", MEMORY_TOKENS, null, BlockScope.USER, null)),
            null,
            null,
            AgentSpec.HISTORY,
            null,
            null,
            null,
            null,
            null,
            null);

    private BuiltInAgent() {}
}
