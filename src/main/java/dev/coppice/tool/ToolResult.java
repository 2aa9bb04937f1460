package dev.coppice.tool;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.context.BlockContent;
import dev.coppice.context.BlockEntry;
import dev.coppice.context.PastMessage;
import dev.coppice.context.Prompt;
import dev.coppice.json.JsonBody;
import dev.coppice.json.Times;
import dev.coppice.json.Utf8;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The result of a tool call: a text for the model. Tools that also exist in Cloudflare's Session API return the same
 * texts. Pure.
 */
public record ToolResult(String result) implements JsonBody {
    public ToolResult {
        // Documents, and entries from beans, may contain lone surrogates, which UTF-8 cannot encode.
        result = Utf8.withoutLoneSurrogates(result);
    }

    static final String NOTHING_FOUND = "No results found.";

    /**
     * Codes of problems that the model can correct. They are returned to the model as the result of the call; other
     * problems are errors of the HTTP request.
     */
    private static final Set<Code> MODEL_ERRORS = EnumSet.of(
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

    private static final String SEPARATOR = "---";

    /** Matches the start of a line that looks like the line between two hits. */
    private static final Pattern FAKE_SEPARATOR = Pattern.compile("(^|\\R)(?=---\\h*($|\\R))");

    private static final Pattern LINE_ENDS = Pattern.compile("\\R");

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("result", result);
        out.writeEndObject();
    }

    /** Converts a problem to a text for the model; empty when the model cannot correct it. */
    public static Optional<ToolResult> of(Problem problem) {
        return MODEL_ERRORS.contains(problem.code())
                ? Optional.of(new ToolResult(error(problem.getMessage())))
                : Optional.empty();
    }

    static String error(String reason) {
        return "Error: " + reason;
    }

    static String written(BlockContent block) {
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

    static String entries(List<BlockEntry> entries) {
        return entries.isEmpty()
                ? NOTHING_FOUND
                : entries.stream()
                        .map(entry -> '[' + entry.key() + "]\n" + Objects.requireNonNullElse(entry.content(), ""))
                        .collect(Collectors.joining("\n\n"));
    }

    /**
     * Renders found messages, each with a header of session, date and role. The text of a message cannot imitate the
     * line between two of them.
     */
    static String hits(List<PastMessage> messages) {
        return messages.isEmpty()
                ? NOTHING_FOUND
                : messages.stream().map(ToolResult::hit).collect(Collectors.joining('\n' + SEPARATOR + '\n'));
    }

    private static String hit(PastMessage message) {
        var session = message.sessionName() == null || message.sessionName().isBlank()
                ? message.sessionId()
                : message.sessionName() + " (" + message.sessionId() + ')';
        var header = session + ", " + Times.text(message.createdAt()) + ", " + message.role();
        return '[' + LINE_ENDS.matcher(header).replaceAll(" ") + "]\n"
                + FAKE_SEPARATOR.matcher(message.text()).replaceAll("$1 ");
    }
}
