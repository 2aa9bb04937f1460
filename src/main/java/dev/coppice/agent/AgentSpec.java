package dev.coppice.agent;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.NullableMembers;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The specification of an agent: the settings of its sessions. Immutable, with value equality. Java code may pass null
 * for members with a default. {@link Agents#put} checks a specification in the same way as the body of a request.
 *
 * @param name the agent's name
 * @param description description for people, or null
 * @param context blocks of the system prompt, in their order; null means none
 * @param cachedPrompt true if the prompt is frozen until it is refreshed, false if it is rendered for each request;
 *     null means true
 * @param compaction settings of compaction; null means {@link CompactionSpec#DEFAULT}
 * @param searchableHistory label of the block with which the model searches past sessions, or null for none
 * @param tokenCounter name of the bean that counts tokens, or null for the server's estimate
 * @param ttlSeconds default time to live of the sessions after their last write, in seconds, or null for unlimited
 * @param maxMessages default maximum number of messages on the path to a session's leaf; older ones are removed; null
 *     for no maximum
 * @param model default model of the sessions, or null
 * @param summary settings of the running summary, or null for none
 * @param profile settings of the user's profile, or null for none
 */
public record AgentSpec(
        String name,
        String description,
        List<BlockSpec> context,
        Boolean cachedPrompt,
        CompactionSpec compaction,
        String searchableHistory,
        String tokenCounter,
        Long ttlSeconds,
        Integer maxMessages,
        String model,
        SummarySpec summary,
        ProfileSpec profile)
        implements JsonBody {
    /** The default label of the block with which the model searches past sessions. */
    public static final String HISTORY = "history";

    /** The specification that applies to sessions without an agent: each member has its default. */
    public static final AgentSpec NONE =
            new AgentSpec(null, null, null, null, null, null, null, null, null, null, null, null);

    /** Maximum time to live in seconds: a hundred years. A larger number was probably meant in another unit. */
    public static final long MAX_TTL_SECONDS = 3_155_760_000L;

    public AgentSpec {
        context = context == null ? List.of() : List.copyOf(context);
        cachedPrompt = cachedPrompt == null || cachedPrompt;
        compaction = compaction == null ? CompactionSpec.DEFAULT : compaction;
    }

    /**
     * Reads and checks a request body. Throws 400 {@code malformed} if the body is not JSON, a value has the wrong type
     * or a name occurs twice, 400 {@code unknown-field} if a member is unknown, 400 {@code out-of-range} if a number is
     * outside its limits, 422 {@code invalid-id} if an id is invalid, 422 {@code invalid} if any other value is
     * invalid. An error in a member contains a JSON pointer to the member.
     *
     * @param body the request body
     * @param name the agent's name in the request's path; if the body contains a name, it must be equal
     */
    public static AgentSpec read(byte[] body, String name) {
        return new AgentReader(body, name).read();
    }

    /**
     * Returns the name of the model to call: the session's model or, if that is null, the agent's model. Null if both
     * are null.
     */
    public String modelFor(String sessionModel) {
        return sessionModel == null ? model : sessionModel;
    }

    /**
     * Returns the declarations of the context blocks that the agent's sessions have, by label, in order. The blocks of
     * {@code context} come first. If {@code searchableHistory} is not null, the last block is the one with which the
     * model searches past sessions.
     */
    public Map<String, BlockSpec> blocks() {
        var blocks = new LinkedHashMap<String, BlockSpec>();
        context.forEach(block -> blocks.put(block.label(), block));
        if (searchableHistory != null) {
            var history = ProviderSpec.of(ProviderType.HISTORY);
            blocks.putIfAbsent(
                    searchableHistory,
                    new BlockSpec(
                            searchableHistory,
                            "Cross-session conversation history",
                            null,
                            history,
                            BlockScope.SESSION,
                            null));
        }
        return blocks;
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        writeMembers(out, Map.of("context", this::writeStoredContext, "compaction", compaction::writeStored));
        out.writeEndObject();
    }

    private void writeStoredContext(JsonGenerator out) throws IOException {
        out.writeStartArray();
        for (var block : context) {
            block.writeStored(out);
        }
        out.writeEndArray();
    }

    private void writeContext(JsonGenerator out) throws IOException {
        out.writeStartArray();
        for (var block : context) {
            block.write(out);
        }
        out.writeEndArray();
    }

    /**
     * Writes the members of the specification into a JSON object. The caller has written the start of the object.
     *
     * @param replacements values to write in place of the specification's values, by the name of the member:
     *     {@code context}, {@code compaction}, {@code summary} or {@code profile}
     */
    void writeMembers(JsonGenerator out, Map<String, JsonBody> replacements) throws IOException {
        out.writeStringField("name", name);
        out.writeStringField("description", description);
        out.writeFieldName("context");
        replacements.getOrDefault("context", this::writeContext).write(out);
        out.writeBooleanField("cachedPrompt", cachedPrompt);
        out.writeFieldName("compaction");
        replacements.getOrDefault("compaction", compaction).write(out);
        out.writeStringField("searchableHistory", searchableHistory);
        out.writeStringField("tokenCounter", tokenCounter);
        NullableMembers.number(out, "ttlSeconds", ttlSeconds);
        NullableMembers.number(out, "maxMessages", maxMessages);
        out.writeStringField("model", model);
        NullableMembers.body(out, "summary", replacements.getOrDefault("summary", summary));
        NullableMembers.body(out, "profile", replacements.getOrDefault("profile", profile));
    }
}
