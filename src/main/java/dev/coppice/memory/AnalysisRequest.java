package dev.coppice.memory;

import dev.coppice.Ids;
import dev.coppice.agent.ProfileMode;
import dev.coppice.agent.ProfileSchema;
import dev.coppice.json.JsonInput;

/**
 * How a user shall be analysed. Everything may be null: what the agent of the session says, else update and the default
 * fields.
 *
 * @param sessionId the only session that is looked at, or null for all of the user
 * @param namespace of that session
 */
public record AnalysisRequest(ProfileMode mode, ProfileSchema schema, String sessionId, String namespace) {
    /** The body of a request; an empty one wishes nothing. */
    static AnalysisRequest read(byte[] body) {
        var reader = new Reader();
        if (body.length > 0) {
            var in = JsonInput.of(body);
            in.document(member -> reader.member(in, member));
        }
        return new AnalysisRequest(reader.mode, reader.schema, reader.sessionId, reader.namespace);
    }

    private static final class Reader {
        private ProfileMode mode;
        private ProfileSchema schema;
        private String sessionId;
        private String namespace = "";

        void member(JsonInput in, String member) {
            switch (member) {
                case "mode" -> mode = in.isNull() ? null : ProfileMode.of(in.string(), in.pointer());
                case "schema" -> schema = in.isNull() ? null : ProfileSchema.read(in);
                case "sessionId" -> sessionId = Ids.checkOrNull(in.stringOrNull(), in.pointer());
                case "namespace" -> namespace = Ids.namespace(in.stringOrNull());
                default -> in.unknown();
            }
        }
    }
}
