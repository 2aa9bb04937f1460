package dev.coppice.agent;

import dev.coppice.json.JsonBody;
import java.util.Map;

/**
 * An agent as the database has it. Before there were summaries and profiles, {@code summary} and {@code profile} were kept
 * as they came, whatever they said: one that says nothing to this release is none in the specification, and is given back
 * as it stands all the same.
 *
 * @param kept such members by name
 */
record StoredAgent(AgentSpec spec, Map<String, JsonBody> kept) {
    /** That it cannot be read, after a step back to an older release, is no fault of a request. */
    static StoredAgent of(byte[] body, String name) {
        return BlockSpec.stored("agent", () -> AgentReader.stored(body, name));
    }
}
