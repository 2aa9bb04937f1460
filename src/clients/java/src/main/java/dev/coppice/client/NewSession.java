package dev.coppice.client;

import java.time.Instant;

/**
 * The fields of a session that is to be created. The server chooses the values of fields that are not set. Not
 * thread-safe.
 */
public final class NewSession {
    private final Json fields = new Json();

    private NewSession() {}

    /** Returns an object in which no field is set. */
    public static NewSession create() {
        return new NewSession();
    }

    public NewSession name(String name) {
        return put("name", name);
    }

    /** Sets the name of a stored agent, whose context blocks, tools and limits the session gets. */
    public NewSession agent(String agent) {
        return put("agent", agent);
    }

    public NewSession model(String model) {
        return put("model", model);
    }

    /** Sets the name of the channel from which the session comes, for example {@code web}. */
    public NewSession source(String source) {
        return put("source", source);
    }

    public NewSession userId(String userId) {
        return put("userId", userId);
    }

    /** Sets the type of the session: {@code agent}, {@code team} or {@code workflow}. */
    public NewSession type(String type) {
        return put("type", type);
    }

    public NewSession parentSessionId(String id) {
        return put("parentSessionId", id);
    }

    /**
     * Sets the session's metadata.
     *
     * @param json a JSON object
     */
    public NewSession metadata(String json) {
        fields.putRaw("metadata", json);
        return this;
    }

    /** Sets the number of seconds without a write after which the session expires. */
    public NewSession ttlSeconds(long seconds) {
        return put("ttlSeconds", seconds);
    }

    /**
     * Sets the maximum number of messages on the path to the session's leaf (its latest message). The server removes
     * older ones.
     */
    public NewSession maxMessages(int count) {
        return put("maxMessages", count);
    }

    /** Sets the number of tokens above which the server summarizes older messages of the session. */
    public NewSession compactAfter(int tokens) {
        return put("compactAfter", tokens);
    }

    /**
     * Sets the times of creation and last update, for a session that comes from another system. Needs a token with the
     * scope {@code admin}.
     */
    public NewSession times(Instant createdAt, Instant updatedAt) {
        return put("createdAt", createdAt.toString()).put("updatedAt", updatedAt.toString());
    }

    /** Sets a field of the API for which this class has no method. */
    public NewSession put(String field, Object value) {
        fields.put(field, value);
        return this;
    }

    String toJson() {
        return fields.toString();
    }

    String toJson(String id) {
        return Json.of(toJson()).put("id", id).toString();
    }
}
