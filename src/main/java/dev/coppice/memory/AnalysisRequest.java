package dev.coppice.memory;

import dev.coppice.Ids;
import dev.coppice.agent.ProfileMode;
import dev.coppice.agent.ProfileSchema;
import dev.coppice.json.Envelope;
import dev.coppice.json.JsonInput;

/**
 * Options of an analysis of a user. If mode or schema is null, it is taken from the agent of the session
 * {@code sessionId}. Without such a session or agent, the mode is {@code update} and the schema has the default fields.
 *
 * @param mode how the analysis changes an existing profile; null for the agent's mode
 * @param schema the fields of the profile; null for the agent's schema
 * @param sessionId id of the only session to analyze, or null for all sessions of the user
 * @param namespace namespace of that session; empty for the default namespace
 */
public record AnalysisRequest(ProfileMode mode, ProfileSchema schema, String sessionId, String namespace) {
    /**
     * Reads the body of a request, which may be empty. Throws 400 {@code malformed} if it is no JSON object, a value
     * has the wrong type or a name occurs twice, 400 {@code unknown-field} if a member is unknown, 422
     * {@code invalid-id} if the session id or the namespace is invalid, 422 {@code invalid} if the mode or the schema
     * is invalid.
     */
    static AnalysisRequest read(byte[] body) {
        var reader = new Reader();
        if (body.length > 0) {
            var in = JsonInput.of(body);
            Envelope.document(in, member -> reader.member(in, member));
        }
        return new AnalysisRequest(reader.mode, reader.schema, reader.sessionId, reader.namespace);
    }

    private static final class Reader {
        private ProfileMode mode;
        private ProfileSchema schema;
        private String sessionId;
        private String namespace = "";

        Runnable member(JsonInput in, String member) {
            return switch (member) {
                case "mode" -> () -> mode = ProfileMode.of(in.string(), in.pointer());
                case "schema" -> () -> schema = ProfileSchema.read(in);
                case "sessionId" -> () -> sessionId = Ids.check(in.string(), in.pointer());
                case "namespace" -> () -> namespace = Ids.checkNamespace(in.string());
                default -> in.unknown();
            };
        }
    }
}
