package dev.coppice.agent;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.Envelope;
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

/**
 * Reads an agent's specification from JSON. Throws a {@code Problem} at the first invalid member, with a JSON pointer
 * to the member.
 */
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

    /**
     * The members {@code summary} and {@code profile} as they were stored, by name, if the stored agent contains them
     * in a form that this release does not write. Null if the reader reads a request and not a stored agent.
     */
    private final Map<String, JsonBody> legacyMembers;

    AgentReader(byte[] body, String name) {
        this(body, name, null);
    }

    private AgentReader(byte[] body, String name, Map<String, JsonBody> legacyMembers) {
        this.in = JsonInput.of(body);
        this.name = Ids.check(name, "/name");
        this.legacyMembers = legacyMembers;
    }

    /**
     * Reads a stored agent. Old releases stored {@code summary} and {@code profile} as they were sent, without checking
     * them. If the stored JSON of such a member differs from the JSON that this release writes, {@code legacyMembers}
     * contains the member as stored. If the member is invalid, its value in the specification is null. Throws a
     * {@code Problem} if any other member is invalid.
     */
    static StoredAgent stored(byte[] body, String name) {
        var legacyMembers = new HashMap<String, JsonBody>();
        return new StoredAgent(new AgentReader(body, name, legacyMembers).read(), Map.copyOf(legacyMembers));
    }

    AgentSpec read() {
        Envelope.document(in, this::member);
        if (searchableHistory != null && labels.contains(searchableHistory)) {
            throw Problem.at("/searchableHistory", Code.INVALID, "A context block already has this label.");
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

    private Runnable member(String member) {
        return switch (member) {
            case "name" -> this::checkName;
            case "description" -> () -> description = description();
            case "context" -> () -> in.array(this::block);
            case "cachedPrompt" -> () -> cachedPrompt = in.bool();
            case "compaction" -> () -> compaction = CompactionSpec.read(in);
            case "searchableHistory" -> () -> searchableHistory = label();
            case "tokenCounter" -> () -> tokenCounter = Ids.check(in.string(), in.pointer());
            case "ttlSeconds" -> () -> ttlSeconds = in.integer(1, AgentSpec.MAX_TTL_SECONDS);
            case "maxMessages" -> () -> maxMessages = (int) in.integer(1, Integer.MAX_VALUE);
            case "model" -> () -> model = Ids.checkText(in.string(), in.pointer());
            case "summary" -> () -> summary = settings(member, SummarySpec::read);
            case "profile" -> () -> profile = settings(member, ProfileSpec::read);
            default -> in.unknown();
        };
    }

    private void checkName() {
        if (!in.string().equals(name)) {
            throw Problem.at("/name", Code.INVALID, "The name must be the one in the path, or absent.");
        }
    }

    private String description() {
        var text = in.string();
        if (text.codePointCount(0, text.length()) > MAX_DESCRIPTION) {
            throw Problem.at(in.pointer(), Code.INVALID, "Must have at most " + MAX_DESCRIPTION + " characters.");
        }
        if (Utf8.hasLoneSurrogate(text)) {
            throw Problem.at(in.pointer(), Code.INVALID, "A text must not contain a lone surrogate.");
        }
        return text;
    }

    private <T extends JsonBody> T settings(String member, Function<JsonInput, T> parser) {
        if (legacyMembers == null) {
            return parser.apply(in);
        }
        var json = in.slice(Code.INVALID);
        var settings = readOrNull(JsonInput.of(json), parser);
        if (settings == null || !Arrays.equals(settings.toBytes(), json)) {
            legacyMembers.put(member, out -> RawJson.write(out, json));
        }
        return settings;
    }

    private static <T> T readOrNull(JsonInput in, Function<JsonInput, T> parser) {
        try {
            return parser.apply(in);
        } catch (Problem e) {
            // An old release may have stored any value here, so an invalid one is no error.
            return null;
        }
    }

    private void block() {
        var pointer = in.pointer();
        var block = BlockSpec.read(in);
        if (!labels.add(block.label())) {
            throw Problem.at(pointer + "/label", Code.INVALID, "Another context block already has this label.");
        }
        context.add(block);
    }

    /**
     * Reads the member {@code searchableHistory} and returns the label that it gives: the string itself,
     * {@link AgentSpec#HISTORY} for true, or null for false.
     */
    private String label() {
        if (in.atString()) {
            return BlockSpec.name(in.string(), in.pointer());
        }
        return in.bool() ? AgentSpec.HISTORY : null;
    }
}
