package dev.coppice.session;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.access.Request;
import dev.coppice.access.Scope;
import dev.coppice.agent.AgentSpec;
import dev.coppice.agent.CompactBy;
import dev.coppice.json.Envelope;
import dev.coppice.json.JsonInput;
import java.util.Set;

/**
 * The fields of a session to create. Each component may be null.
 *
 * @param id the session id; null if it is generated or comes from the URL's path
 * @param name display name
 * @param agent the agent's name
 * @param model name of the model that the session uses
 * @param source name of the system that creates the session
 * @param userId the user of the session
 * @param type {@code agent}, {@code team} or {@code workflow}; null means {@code agent}
 * @param parentSessionId id of another session from which this one originates; need not exist
 * @param metadata a JSON object, stored byte for byte; null means the empty object
 * @param ttlSeconds the session expires this many seconds after its last write; null for the agent's value
 * @param maxMessages maximum number of messages on the path to the session's leaf; older ones are removed; null for the
 *     agent's value
 * @param compactAfter the session is compacted automatically if it has more tokens than this number; null for the
 *     agent's value
 * @param compactBy which token count is compared with {@code compactAfter}; null for the agent's value
 * @param times the times of an imported session; null means {@link SessionTimes#NOW}
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
        Integer compactAfter,
        CompactBy compactBy,
        SessionTimes times) {
    public static final NewSession DEFAULTS =
            new NewSession(null, null, null, null, null, null, null, null, null, null, null, null);

    private static final Set<String> TYPES = Set.of("agent", "team", "workflow");

    /**
     * Creates the fields of a session that is not imported. Its {@code compactBy} is null, so that the agent's value is
     * in effect. The meaning of the other parameters is that of the record's components; each may be null.
     */
    public NewSession(
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
        this(
                id,
                name,
                agent,
                model,
                source,
                userId,
                type,
                parentSessionId,
                metadata,
                ttlSeconds,
                maxMessages,
                compactAfter,
                null,
                null);
    }

    /**
     * Creates the fields and checks them. Throws 422 {@code invalid-id} if an id or the agent's name is not a valid id.
     * Throws 422 {@code invalid} if name, model or source has more than 255 characters, or contains U+0000 or a lone
     * surrogate, or if the type is unknown.
     */
    public NewSession {
        times = times == null ? SessionTimes.NOW : times;
        Ids.checkOrNull(id, "/id");
        Ids.checkText(name, "/name");
        Ids.checkOrNull(agent, "/agent");
        Ids.checkText(model, "/model");
        Ids.checkText(source, "/source");
        Ids.checkOrNull(userId, "/userId");
        Ids.checkOrNull(parentSessionId, "/parentSessionId");
        if (type != null && !TYPES.contains(type)) {
            throw Problem.at("/type", Code.INVALID, "The type must be agent, team or workflow.");
        }
    }

    /**
     * Returns the fields of a fork, or of the session that continues another one after a split.
     *
     * @param parentSessionId id of the session that is forked or split
     * @param name display name of the new session, or null
     * @param origin agent, source, user and type of the forked or split session
     * @param description model, metadata and limits of the forked or split session
     * @param ttlSeconds time to live of the forked or split session, or null for the agent's
     */
    static NewSession childOf(
            String parentSessionId, String name, Origin origin, Description description, Long ttlSeconds) {
        return new NewSession(
                null,
                name,
                origin.agent(),
                description.model(),
                origin.source(),
                origin.userId(),
                origin.type(),
                parentSessionId,
                description.metadata(),
                ttlSeconds,
                description.maxMessages(),
                description.compactAfter(),
                description.compactBy(),
                SessionTimes.NOW);
    }

    /**
     * Returns the fields with which an imported session is created: those of the session in the other database, without
     * agent, time to live and limits. Throws 422 {@code invalid-id} or {@code invalid} if one of them is invalid.
     */
    public static NewSession copyOf(SessionInfo copied) {
        return new NewSession(
                null,
                copied.name(),
                null,
                copied.model(),
                copied.source(),
                copied.userId(),
                copied.type(),
                copied.parentSessionId(),
                copied.metadata(),
                null,
                null,
                null,
                null,
                new SessionTimes(copied.createdAt(), copied.updatedAt()));
    }

    /**
     * Reads the fields from a request body. An empty body gives {@link #DEFAULTS}. Throws 400 {@code malformed} if the
     * body is not a JSON object or a member has the wrong type, 400 {@code unknown-field} if it has an unknown member,
     * 400 {@code out-of-range} if a number is outside its limits, 422 {@code invalid} if {@code compactBy}, a time or
     * the metadata is invalid. Also throws the errors of the constructor.
     *
     * @param body the request body, a JSON object such as {@code {"agent":"forester"}}, or empty
     * @param idInPath true if the URL's path contains the id; then a member {@code id} in the body is refused as
     *     unknown
     */
    static NewSession read(byte[] body, boolean idInPath) {
        if (body.length == 0) {
            return DEFAULTS;
        }
        var reader = new Reader();
        var in = JsonInput.of(body);
        Envelope.document(in, field -> reader.field(in, field, idInPath));
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
                reader.maxMessages,
                reader.compactAfter,
                reader.compactBy,
                new SessionTimes(reader.createdAt, reader.updatedAt));
    }

    /**
     * Returns these fields unchanged. Throws 403 {@code forbidden} if they contain times and the bearer token of the
     * request does not have the scope {@code admin}. The scope is required because the times determine the session's
     * place in lists.
     */
    NewSession allowedFor(Request request) {
        if (!times.isNow() && !request.has(Scope.ADMIN)) {
            throw new Problem(
                    Code.FORBIDDEN, "Only a token with the scope admin may set createdAt and updatedAt of a session.");
        }
        return this;
    }

    /**
     * Reads the JSON object at the reader's current position and returns its bytes unchanged. Throws 400
     * {@code malformed} if the value at this position is not an object, 422 {@code invalid} if it contains duplicate
     * keys or lone surrogates.
     */
    static byte[] readObject(JsonInput in) {
        if (!in.atObject()) {
            throw Problem.at(in.pointer(), Code.MALFORMED, "Must be a JSON object.");
        }
        return in.slice(Code.INVALID);
    }

    /**
     * Returns the JSON object in a request body, without white space around it. Throws 400 {@code malformed} if the
     * body is not one JSON object, 422 {@code invalid} if it contains duplicate keys or lone surrogates.
     */
    static byte[] readMetadata(byte[] body) {
        var in = JsonInput.of(body);
        var object = readObject(in);
        in.end();
        return object;
    }

    static Long readTtl(JsonInput in) {
        return in.isNull() ? null : (Long) in.integer(1, AgentSpec.MAX_TTL_SECONDS);
    }

    static Integer readCount(JsonInput in) {
        return in.isNull() ? null : (Integer) (int) in.integer(1, Integer.MAX_VALUE);
    }

    static CompactBy readCompactBy(JsonInput in) {
        return in.isNull() ? null : CompactBy.of(in.string(), in.pointer());
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
        private Integer maxMessages;
        private Integer compactAfter;
        private CompactBy compactBy;
        private Long createdAt;
        private Long updatedAt;

        Runnable field(JsonInput in, String field, boolean idInPath) {
            return switch (field) {
                case "id" -> idInPath ? in.unknown() : () -> id = in.string();
                case "name" -> () -> name = in.string();
                case "agent" -> () -> agent = in.string();
                case "model" -> () -> model = in.string();
                case "source" -> () -> source = in.string();
                case "userId" -> () -> userId = in.string();
                case "type" -> () -> type = in.string();
                case "parentSessionId" -> () -> parent = in.string();
                case "metadata" -> () -> metadata = readObject(in);
                case "ttlSeconds" -> () -> ttl = readTtl(in);
                case "maxMessages" -> () -> maxMessages = readCount(in);
                case "compactAfter" -> () -> compactAfter = readCount(in);
                case "compactBy" -> () -> compactBy = readCompactBy(in);
                case "createdAt" -> () -> createdAt = SessionTimes.read(in.string(), "/createdAt");
                case "updatedAt" -> () -> updatedAt = SessionTimes.read(in.string(), "/updatedAt");
                default -> in.unknown();
            };
        }
    }
}
