package dev.coppice.client;

import java.time.Instant;

/** The fields of a session to create; those that are not set have the server's defaults. Not thread-safe. */
public final class NewSession {
    private final Json fields = new Json();

    private NewSession() {}

    /** Begins without any field. */
    public static NewSession create() {
        return new NewSession();
    }

    public NewSession name(String name) {
        return put("name", name);
    }

    /** Sets the stored agent whose blocks, tools and limits apply. */
    public NewSession agent(String agent) {
        return put("agent", agent);
    }

    public NewSession model(String model) {
        return put("model", model);
    }

    /** Sets where the session comes from, for example {@code web}. */
    public NewSession source(String source) {
        return put("source", source);
    }

    public NewSession userId(String userId) {
        return put("userId", userId);
    }

    /** Sets the type: {@code agent}, {@code team} or {@code workflow}. */
    public NewSession type(String type) {
        return put("type", type);
    }

    public NewSession parentSessionId(String id) {
        return put("parentSessionId", id);
    }

    /** Sets the metadata, a JSON object. */
    public NewSession metadata(String json) {
        fields.putRaw("metadata", json);
        return this;
    }

    /** Sets the time to live in seconds, which begins anew with each write. */
    public NewSession ttlSeconds(long seconds) {
        return put("ttlSeconds", seconds);
    }

    /** Sets the number of messages that are kept on the path to the leaf. */
    public NewSession maxMessages(int count) {
        return put("maxMessages", count);
    }

    /** Sets the number of tokens above which the server compacts the session. */
    public NewSession compactAfter(int tokens) {
        return put("compactAfter", tokens);
    }

    /** Sets the times that the session had in another system; needs the scope {@code admin}. */
    public NewSession times(Instant createdAt, Instant updatedAt) {
        return put("createdAt", createdAt.toString()).put("updatedAt", updatedAt.toString());
    }

    /** Sets any other field of the API. */
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
