package dev.coppice.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class AgentLimitsTest {
    private final AgentLimits agents = new AgentLimits(60L, "counter", 1000, 50, 4, 8);

    @Test
    void whatASessionSaysItselfGoesFirst() {
        assertEquals(new AgentLimits(5L, "counter", 2000, 70, 4, 8), agents.under(5L, 70, 2000));
    }

    @Test
    void whatItDoesNotSayIsItsAgents() {
        assertEquals(agents, agents.under(null, null, null));
        assertEquals(new AgentLimits(5L, null, null, null, null, null), AgentLimits.NONE.under(5L, null, null));
    }
}
