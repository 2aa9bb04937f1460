package dev.coppice.agent;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.Nullable;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the sessions of an agent are built with. Immutable; equal when it says the same. Whoever puts one together in
 * Java may leave out what has a default; {@link Agents#put} checks it as it checks a request.
 *
 * @param name by which sessions name it
 * @param description for people, or null
 * @param context blocks of the system prompt, in their order
 * @param cachedPrompt true when the prompt stands still until it is refreshed; null is true
 * @param compaction null is {@link CompactionSpec#DEFAULT}
 * @param searchableHistory label under which the model searches past sessions, or null when it does not
 * @param tokenCounter name of the bean that counts tokens, or null for the estimate
 * @param ttlSeconds after the last write at which a session without its own expires, or null for never
 * @param maxMessages of the leaf's path that a session without its own retains, or null for all
 * @param model or null
 * @param summary how a running summary is kept, or null for none
 * @param profile how the profile of a user is made, or null for none
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
    /** The label that a searchable history has when it is given none. */
    public static final String HISTORY = "history";

    /** What a session without an agent is built with: all that is default. */
    public static final AgentSpec NONE =
            new AgentSpec(null, null, null, null, null, null, null, null, null, null, null, null);

    /** A hundred years: beyond it, a lifetime is a mistake in units. */
    public static final long MAX_TTL_SECONDS = 3_155_760_000L;

    public AgentSpec {
        context = context == null ? List.of() : List.copyOf(context);
        cachedPrompt = cachedPrompt == null || cachedPrompt;
        compaction = compaction == null ? CompactionSpec.DEFAULT : compaction;
    }

    /**
     * The body of a request, checked: 400 {@code malformed}, {@code unknown-field} and {@code out-of-range}, 422
     * {@code invalid} and {@code invalid-id}, each with a pointer to what is wrong.
     *
     * @param name that the path gives; one in the body must be the same
     */
    public static AgentSpec read(byte[] body, String name) {
        return new AgentReader(body, name).read();
    }

    /** The model to be asked: the one that a session names itself, or else the agent's; null when neither names one. */
    public String modelFor(String ofSession) {
        return ofSession == null ? model : ofSession;
    }

    /** The blocks that sessions begin with, by their labels: those of the context, behind them a searchable history. */
    public Map<String, BlockSpec> blocks() {
        var blocks = new LinkedHashMap<String, BlockSpec>();
        context.forEach(block -> blocks.put(block.label(), block));
        if (searchableHistory != null) {
            var history = ProviderSpec.of("history");
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
        writeMembers(out, Map.of());
        out.writeEndObject();
    }

    /** @param instead of members, by name, what is written in their place */
    void writeMembers(JsonGenerator out, Map<String, JsonBody> instead) throws IOException {
        out.writeStringField("name", name);
        out.writeStringField("description", description);
        out.writeArrayFieldStart("context");
        for (var block : context) {
            block.write(out);
        }
        out.writeEndArray();
        out.writeBooleanField("cachedPrompt", cachedPrompt);
        out.writeFieldName("compaction");
        compaction.write(out);
        out.writeStringField("searchableHistory", searchableHistory);
        out.writeStringField("tokenCounter", tokenCounter);
        Nullable.number(out, "ttlSeconds", ttlSeconds);
        Nullable.number(out, "maxMessages", maxMessages);
        out.writeStringField("model", model);
        Nullable.body(out, "summary", instead.getOrDefault("summary", summary));
        Nullable.body(out, "profile", instead.getOrDefault("profile", profile));
    }
}
