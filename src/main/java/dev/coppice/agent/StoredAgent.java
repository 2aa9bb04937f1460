package dev.coppice.agent;

import dev.coppice.json.JsonBody;
import java.util.Map;

/**
 * An agent as it is stored. Releases without summaries and profiles stored any {@code summary} and {@code profile}
 * unchecked: an invalid one is null in the specification, but is still returned as it was stored.
 *
 * @param legacyMembers such members by name
 */
record StoredAgent(AgentSpec spec, Map<String, JsonBody> legacyMembers) {
    /** After a downgrade an unreadable agent is a server error, not a 4xx. */
    static StoredAgent of(byte[] body, String name) {
        return BlockSpec.stored("agent", () -> AgentReader.stored(body, name));
    }
}
