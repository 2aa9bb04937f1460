package dev.coppice.agent;

import dev.coppice.json.JsonBody;
import java.util.Map;

/**
 * An agent as read from the database. Releases without summaries and profiles stored any {@code summary} and
 * {@code profile} without checking them. An invalid one is null in the specification, but responses return it as it was
 * stored.
 *
 * @param spec the specification
 * @param legacyMembers the stored members that responses return unchanged, by name
 */
record StoredAgent(AgentSpec spec, Map<String, JsonBody> legacyMembers) {
    /**
     * Reads an agent from the database. Throws an {@code IllegalStateException}, which is answered as a server error,
     * if its JSON is unreadable, for example after a downgrade.
     */
    static StoredAgent of(byte[] body, String name) {
        return BlockSpec.stored("agent", () -> AgentReader.stored(body, name));
    }
}
