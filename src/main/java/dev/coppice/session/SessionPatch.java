package dev.coppice.session;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.agent.AgentLimits;
import dev.coppice.agent.CompactBy;
import dev.coppice.json.JsonInput;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Changes to a session's fields, to be applied by {@link Sessions#patch}. Each setter returns this patch. A value that
 * was set replaces the session's value. Null removes the session's value, except for the agent and the metadata. Fields
 * that were not set do not change. Not thread-safe.
 */
public final class SessionPatch {
    private final List<Consumer<Session>> changes = new ArrayList<>();
    private byte[] metadata;
    private boolean retention;
    private boolean hasAgent;
    private String agent;

    /**
     * Sets the display name; null removes it. Throws 422 {@code invalid} if it has more than 255 characters, or
     * contains U+0000 or a lone surrogate.
     */
    public SessionPatch name(String name) {
        Ids.checkText(name, "/name");
        changes.add(session -> session.describe(old -> old.withName(name)));
        return this;
    }

    /**
     * Sets the model's name; null removes it. Throws 422 {@code invalid} if it has more than 255 characters, or
     * contains U+0000 or a lone surrogate.
     */
    public SessionPatch model(String model) {
        Ids.checkText(model, "/model");
        changes.add(session -> session.describe(old -> old.withModel(model)));
        return this;
    }

    /**
     * Sets the agent of a session that has none, as if the session had been created with this agent. Throws 422
     * {@code invalid-id} if the name is not a valid id. If the session has another agent, applying this patch throws
     * 409 {@code agent-fixed}.
     *
     * @param name the agent's name; null requires that the session has none
     */
    public SessionPatch agent(String name) {
        agent = Ids.checkOrNull(name, "/agent");
        hasAgent = true;
        return this;
    }

    /**
     * Sets the time to live of the session.
     *
     * @param seconds the session expires this many seconds after its last write; null for the agent's value
     */
    public SessionPatch ttlSeconds(Long seconds) {
        changes.add(session -> session.changeLifetime(lifetime -> lifetime.withTtl(seconds)));
        return this;
    }

    /**
     * Sets the limit of messages of the session.
     *
     * @param messages maximum number of messages on the path to the session's leaf; older ones are removed; null for
     *     the agent's value
     */
    public SessionPatch maxMessages(Integer messages) {
        changes.add(session -> session.describe(old -> old.withMaxMessages(messages)));
        retention = true;
        return this;
    }

    /**
     * Sets the threshold for automatic compaction of the session.
     *
     * @param tokens the session is compacted automatically if it has more tokens than this number; null for the agent's
     *     value
     */
    public SessionPatch compactAfter(Integer tokens) {
        changes.add(session -> session.describe(old -> old.withCompactAfter(tokens)));
        return this;
    }

    /**
     * Sets which token count is compared with the threshold for automatic compaction.
     *
     * @param kind which token count; null for the agent's value
     */
    public SessionPatch compactBy(CompactBy kind) {
        changes.add(session -> session.describe(old -> old.withCompactBy(kind)));
        return this;
    }

    /**
     * Sets how the session's metadata is changed.
     *
     * @param patch a JSON Merge Patch (RFC 7396) for the metadata, an object; null leaves the metadata unchanged
     */
    public SessionPatch metadata(byte[] patch) {
        metadata = patch;
        return this;
    }

    /** Applies all changes except those of agent and metadata. */
    void apply(Session session) {
        changes.forEach(change -> change.accept(session));
    }

    /**
     * Sets the agent of a session if this patch names one. Throws 409 {@code agent-fixed} if the session has another
     * agent.
     *
     * @param agentLimits finds the limits of an agent by the agent's name
     * @return true if the session had no agent and got one
     */
    boolean assignAgent(Session session, Function<String, AgentLimits> agentLimits) {
        return hasAgent && session.assignAgent(agent, () -> agentLimits.apply(agent));
    }

    /** Returns the agent's name that was set on this patch; null if none was set. */
    String agent() {
        return agent;
    }

    /** True if an agent was set on this patch and nothing else was set. */
    boolean isAgentOnly() {
        return hasAgent && changes.isEmpty() && metadata == null;
    }

    /** True if {@code maxMessages} was set on this patch. */
    boolean changesRetention() {
        return retention;
    }

    /** Returns the JSON Merge Patch for the metadata; null if the metadata does not change. */
    byte[] metadata() {
        return metadata;
    }

    /**
     * Reads a patch from a request body such as {@code {"name":"Hazel","maxMessages":null}}. Throws 400
     * {@code malformed} if the body is not a JSON object or a member has the wrong type, 400 {@code unknown-field} for
     * an unknown member, 400 {@code out-of-range} for a number outside its limits, 422 {@code invalid} for a field that
     * cannot be changed or has an invalid value, and the errors of the setters.
     */
    static SessionPatch read(byte[] body) {
        var patch = new SessionPatch();
        var in = JsonInput.of(body);
        in.document(field -> {
            switch (field) {
                case "name" -> patch.name(in.stringOrNull());
                case "model" -> patch.model(in.stringOrNull());
                case "agent" -> patch.agent(in.stringOrNull());
                case "ttlSeconds" -> patch.ttlSeconds(NewSession.readTtl(in));
                case "maxMessages" -> patch.maxMessages(NewSession.readCount(in));
                case "compactAfter" -> patch.compactAfter(NewSession.readCount(in));
                case "compactBy" -> patch.compactBy(NewSession.readCompactBy(in));
                case "metadata" -> patch.metadata(in.isNull() ? null : NewSession.readObject(in));
                case "id", "namespace", "source", "userId", "type", "parentSessionId" -> throw Problem.at(
                        in.pointer(),
                        Code.INVALID,
                        "This field is fixed when the session is created and cannot be changed.");
                default -> in.unknown();
            }
        });
        return patch;
    }
}
