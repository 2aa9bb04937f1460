package dev.coppice.session;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.agent.AgentSpec;
import dev.coppice.json.JsonInput;
import java.util.Set;

/**
 * What a session is made with. Everything may be null: the id is made, the type is {@code agent}.
 *
 * @param metadata a JSON object, kept verbatim
 * @param ttlSeconds seconds after the last write at which the session expires; null for what its agent says
 * @param maxMessages messages of the leaf's path that are retained
 * @param compactAfter tokens beyond which it is compacted by itself
 */
public record NewSession(
        String id,
        String name,
        String agent,
        String model,
        String source,
        String userId,
        String type,
        String parentSessionId,
        byte[] metadata,
        Long ttlSeconds,
        Integer maxMessages,
        Integer compactAfter) {
    public static final NewSession DEFAULTS =
            new NewSession(null, null, null, null, null, null, null, null, null, null, null, null);

    private static final Set<String> TYPES = Set.of("agent", "team", "workflow");

    /** Checks every field; 422 {@code invalid-id} or {@code invalid}. */
    public NewSession {
        Ids.checkOrNull(id, "/id");
        Ids.text(name, "/name");
        Ids.checkOrNull(agent, "/agent");
        Ids.text(model, "/model");
        Ids.text(source, "/source");
        Ids.checkOrNull(userId, "/userId");
        Ids.checkOrNull(parentSessionId, "/parentSessionId");
        if (type != null && !TYPES.contains(type)) {
            throw Problem.at("/type", Code.INVALID, "A session is of type agent, team or workflow.");
        }
    }

    /** What a session that descends from another one is made with: all that that is, under a name of its own. */
    static NewSession after(String parent, String name, Origin origin, Description description, Long ttlSeconds) {
        return new NewSession(
                null,
                name,
                origin.agent(),
                description.model(),
                origin.source(),
                origin.userId(),
                origin.type(),
                parent,
                description.metadata(),
                ttlSeconds,
                description.maxMessages(),
                description.compactAfter());
    }

    /** The body of a request; an empty one asks for the defaults. */
    static NewSession read(byte[] body, boolean named) {
        if (body.length == 0) {
            return DEFAULTS;
        }
        var reader = new Reader();
        var in = JsonInput.of(body);
        in.document(field -> reader.field(in, field, named));
        return new NewSession(
                reader.id,
                reader.name,
                reader.agent,
                reader.model,
                reader.source,
                reader.userId,
                reader.type,
                reader.parent,
                reader.metadata,
                reader.ttl,
                reader.max,
                reader.compactAfter);
    }

    /** The JSON object at the reader's place. */
    static byte[] object(JsonInput in) {
        if (!in.atObject()) {
            throw Problem.at(in.pointer(), Code.MALFORMED, "Must be an object.");
        }
        return in.slice(Code.INVALID);
    }

    /** A body that is a JSON object and nothing else, verbatim. */
    static byte[] document(byte[] body) {
        var in = JsonInput.of(body);
        var object = object(in);
        in.end();
        return object;
    }

    static Long ttl(JsonInput in) {
        return in.isNull() ? null : (Long) in.integer(1, AgentSpec.MAX_TTL_SECONDS);
    }

    static Integer max(JsonInput in) {
        return in.isNull() ? null : (Integer) (int) in.integer(1, Integer.MAX_VALUE);
    }

    private static final class Reader {
        private String id;
        private String name;
        private String agent;
        private String model;
        private String source;
        private String userId;
        private String type;
        private String parent;
        private byte[] metadata;
        private Long ttl;
        private Integer max;
        private Integer compactAfter;

        void field(JsonInput in, String field, boolean named) {
            switch (field) {
                case "id" -> {
                    if (named) {
                        in.unknown();
                    }
                    id = in.stringOrNull();
                }
                case "name" -> name = in.stringOrNull();
                case "agent" -> agent = in.stringOrNull();
                case "model" -> model = in.stringOrNull();
                case "source" -> source = in.stringOrNull();
                case "userId" -> userId = in.stringOrNull();
                case "type" -> type = in.stringOrNull();
                case "parentSessionId" -> parent = in.stringOrNull();
                case "metadata" -> metadata = in.isNull() ? null : object(in);
                case "ttlSeconds" -> ttl = ttl(in);
                case "maxMessages" -> max = max(in);
                case "compactAfter" -> compactAfter = max(in);
                default -> in.unknown();
            }
        }
    }
}
