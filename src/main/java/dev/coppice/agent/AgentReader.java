package dev.coppice.agent;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonInput;
import dev.coppice.json.RawJson;
import dev.coppice.json.Utf8;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Reads an agent, and points at the first thing in it that is wrong. */
final class AgentReader {
    private static final int MAX_DESCRIPTION = 2000;

    private final JsonInput in;
    private final String name;

    private final List<BlockSpec> context = new ArrayList<>();
    private final Set<String> labels = new HashSet<>();
    private String description;
    private boolean cachedPrompt = true;
    private CompactionSpec compaction = CompactionSpec.DEFAULT;
    private String searchableHistory;
    private String tokenCounter;
    private Long ttlSeconds;
    private Integer maxMessages;
    private String model;
    private SummarySpec summary;
    private ProfileSpec profile;

    /** Members of a stored agent that stand otherwise than they are written today; null when a request is read. */
    private final Map<String, JsonBody> kept;

    AgentReader(byte[] body, String name) {
        this(body, name, null);
    }

    private AgentReader(byte[] body, String name, Map<String, JsonBody> kept) {
        this.in = JsonInput.of(body);
        this.name = Ids.check(name, "/name");
        this.kept = kept;
    }

    /** Reads what the database has; only {@code summary} and {@code profile} may be wrong in it. */
    static StoredAgent stored(byte[] body, String name) {
        var kept = new HashMap<String, JsonBody>();
        return new StoredAgent(new AgentReader(body, name, kept).read(), Map.copyOf(kept));
    }

    AgentSpec read() {
        in.document(this::member);
        if (searchableHistory != null && labels.contains(searchableHistory)) {
            throw Problem.at("/searchableHistory", Code.INVALID, "A block of the context has this label.");
        }
        return new AgentSpec(
                name,
                description,
                context,
                cachedPrompt,
                compaction,
                searchableHistory,
                tokenCounter,
                ttlSeconds,
                maxMessages,
                model,
                summary,
                profile);
    }

    private void member(String member) {
        switch (member) {
            case "name" -> checkName();
            case "description" -> description = description();
            case "context" -> {
                if (!in.isNull()) {
                    in.array(this::block);
                }
            }
            case "cachedPrompt" -> cachedPrompt = in.isNull() || in.bool();
            case "compaction" -> compaction = CompactionSpec.read(in);
            case "searchableHistory" -> searchableHistory = label();
            case "tokenCounter" -> tokenCounter = Ids.checkOrNull(in.stringOrNull(), in.pointer());
            case "ttlSeconds" -> ttlSeconds = in.isNull() ? null : (Long) in.integer(1, AgentSpec.MAX_TTL_SECONDS);
            case "maxMessages" -> maxMessages = in.isNull() ? null : (Integer) (int) in.integer(1, Integer.MAX_VALUE);
            case "model" -> model = Ids.text(in.stringOrNull(), in.pointer());
            case "summary" -> summary = settings(member, SummarySpec::read);
            case "profile" -> profile = settings(member, ProfileSpec::read);
            default -> in.unknown();
        }
    }

    private void checkName() {
        if (!in.isNull() && !in.string().equals(name)) {
            throw Problem.at("/name", Code.INVALID, "The path gives the agent another name.");
        }
    }

    private String description() {
        var text = in.stringOrNull();
        if (text != null && text.codePointCount(0, text.length()) > MAX_DESCRIPTION) {
            throw Problem.at(in.pointer(), Code.INVALID, "At most " + MAX_DESCRIPTION + " characters.");
        }
        if (text != null && Utf8.hasLoneSurrogate(text)) {
            throw Problem.at(in.pointer(), Code.INVALID, "A text must not hold half a surrogate pair.");
        }
        return text;
    }

    private <T extends JsonBody> T settings(String member, Function<JsonInput, T> reading) {
        if (kept == null || in.isNull()) {
            return reading.apply(in);
        }
        var json = in.slice(Code.INVALID);
        var settings = readOrNull(JsonInput.of(json), reading);
        if (settings == null || !Arrays.equals(settings.toBytes(), json)) {
            kept.put(member, out -> RawJson.write(out, json));
        }
        return settings;
    }

    private static <T> T readOrNull(JsonInput in, Function<JsonInput, T> reading) {
        try {
            return reading.apply(in);
        } catch (Problem e) {
            // Whoever stored it was told of nothing wrong.
            return null;
        }
    }

    private void block() {
        var place = in.pointer();
        var block = BlockSpec.read(in);
        if (!labels.add(block.label())) {
            throw Problem.at(place + "/label", Code.INVALID, "Another block has this label.");
        }
        context.add(block);
    }

    /** A label, or true for the usual one. */
    private String label() {
        if (in.isNull()) {
            return null;
        }
        if (in.atString()) {
            return BlockSpec.name(in.string(), in.pointer());
        }
        return in.bool() ? AgentSpec.HISTORY : null;
    }
}
