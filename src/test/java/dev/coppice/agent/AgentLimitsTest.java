package dev.coppice.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class AgentLimitsTest {
    private final AgentLimits agentLimits = new AgentLimits(60L, "counter", 1000, CompactBy.ESTIMATE, 50, 4, 8);

    @Test
    void sessionValuesOverrideAgentValues() {
        assertEquals(
                new AgentLimits(5L, "counter", 2000, CompactBy.REPORTED, 70, 4, 8),
                agentLimits.overriddenBy(5L, 70, 2000, CompactBy.REPORTED));
    }

    @Test
    void nullSessionValuesFallBackToAgent() {
        assertEquals(agentLimits, agentLimits.overriddenBy(null, null, null, null));
        assertEquals(
                new AgentLimits(5L, null, null, null, null, null, null),
                AgentLimits.NONE.overriddenBy(5L, null, null, null));
    }
}
