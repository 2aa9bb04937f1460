package dev.coppice.agent;

import dev.coppice.json.JsonBody;
import java.util.Map;

/**
 * An agent as read from the database. Older releases stored the members {@code summary} and {@code profile} as they
 * were sent, without checking them. If the stored JSON of such a member differs from the JSON that this release writes,
 * responses return the member as it was stored. If the member is invalid, its value in the specification is null.
 *
 * @param spec the specification
 * @param legacyMembers the members that responses return as they were stored, by name
 */
record StoredAgent(AgentSpec spec, Map<String, JsonBody> legacyMembers) {
    /**
     * Reads an agent from the database. If its JSON cannot be read, for example after a downgrade, throws an
     * {@code IllegalStateException}, which the client sees as a server error.
     *
     * @param body JSON of the specification
     * @param name name of the agent
     */
    static StoredAgent of(byte[] body, String name) {
        return BlockSpec.stored("agent", () -> AgentReader.stored(body, name));
    }
}
