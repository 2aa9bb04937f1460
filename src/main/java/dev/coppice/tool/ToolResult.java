package dev.coppice.tool;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.context.BlockValue;
import dev.coppice.context.ContextEntry;
import dev.coppice.context.PastMessage;
import dev.coppice.context.Prompt;
import dev.coppice.json.JsonBody;
import dev.coppice.json.Times;
import dev.coppice.json.Utf8;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a tool answers the model, in words. They are those of Cloudflare's Session API where that has the tool. Pure. */
public record ToolResult(String result) implements JsonBody {
    public ToolResult {
        // Documents and entries come from beans too.
        result = Utf8.withoutLoneSurrogates(result);
    }

    static final String NOTHING_FOUND = "No results found.";

    /** Refusals of what the model asked for; any other is for its client to deal with. */
    private static final Set<Code> MODELS_FAULT = EnumSet.of(
            Code.BLANK_QUERY,
            Code.OUT_OF_RANGE,
            Code.BLOCK_NOT_FOUND,
            Code.ENTRY_NOT_FOUND,
            Code.SESSION_ENDED,
            Code.BLOCK_READONLY,
            Code.BLOCK_KEYED,
            Code.BLOCK_TOO_LONG,
            Code.NO_USER,
            Code.TOO_LARGE,
            Code.INVALID,
            Code.INVALID_ID,
            Code.RESERVED_ID,
            Code.APPEND_VETOED);

    private static final String BETWEEN = "---";

    /** A line that would be taken for the one between two hits. */
    private static final Pattern FORGED = Pattern.compile("(^|\\R)(?=---\\h*($|\\R))");

    private static final Pattern LINE_ENDS = Pattern.compile("\\R");

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("result", result);
        out.writeEndObject();
    }

    /** A refusal as the model is told of it; empty when it is none of the model's business. */
    public static Optional<ToolResult> of(Problem refusal) {
        return MODELS_FAULT.contains(refusal.code())
                ? Optional.of(new ToolResult(error(refusal.getMessage())))
                : Optional.empty();
    }

    static String error(String reason) {
        return "Error: " + reason;
    }

    static String written(BlockValue block) {
        var max = block.maxTokens();
        var usage = max == null
                ? block.tokens() + " tokens"
                : Prompt.percent(block.tokens(), max) + "% (" + block.tokens() + '/' + max + " tokens)";
        return "Written to " + block.label() + ". Usage: " + usage;
    }

    static String indexed(String label, String key) {
        return "Indexed \"" + key + "\" in " + label + '.';
    }

    static String notFound(String key) {
        return "Not found: " + key;
    }

    static String unloaded(String label, String key, boolean wasLoaded) {
        return wasLoaded
                ? "Unloaded \"" + key + "\" from " + label + ". Context reclaimed."
                : "Skill \"" + key + "\" is not currently loaded in \"" + label + "\".";
    }

    static String found(List<ContextEntry> entries) {
        return entries.isEmpty()
                ? NOTHING_FOUND
                : entries.stream()
                        .map(entry -> '[' + entry.key() + "]\n" + entry.content())
                        .collect(Collectors.joining("\n\n"));
    }

    /** Hits with a head of session, date and role each. No text can look like the end of its hit. */
    static String said(List<PastMessage> messages) {
        return messages.isEmpty()
                ? NOTHING_FOUND
                : messages.stream().map(ToolResult::said).collect(Collectors.joining('\n' + BETWEEN + '\n'));
    }

    private static String said(PastMessage message) {
        var session = message.sessionName() == null || message.sessionName().isBlank()
                ? message.sessionId()
                : message.sessionName() + " (" + message.sessionId() + ')';
        var head = session + ", " + Times.text(message.createdAt()) + ", " + message.role();
        return '[' + LINE_ENDS.matcher(head).replaceAll(" ") + "]\n"
                + FORGED.matcher(message.text()).replaceAll("$1 ");
    }
}
