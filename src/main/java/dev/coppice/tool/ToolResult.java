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
 * The result of a tool call: a text for the model, in English. Tools that also exist in Cloudflare's Session API return
 * the same texts. Immutable.
 *
 * @param result the text; lone surrogates in it are replaced
 * @param isError true if the text describes an error that the model can correct; not in the JSON
 */
public record ToolResult(String result, boolean isError) implements JsonBody {
    public ToolResult {
        // Documents, and entries from beans, may contain lone surrogates, which UTF-8 cannot encode.
        result = Utf8.withoutLoneSurrogates(result);
    }

    /** Creates the result of a tool call that describes no error. */
    public ToolResult(String result) {
        this(result, false);
    }

    /**
     * Creates the result of a call with an error.
     *
     * @param result a text that {@link #error} made
     */
    static ToolResult failed(String result) {
        return new ToolResult(result, true);
    }

    /** Text of the result of a search tool that has found nothing. */
    static final String NOTHING_FOUND = "No results found.";

    /**
     * Codes of problems that the model can correct by another call. If a tool call fails with such a problem, the model
     * gets the problem as the result of the call. Any other problem is an error of the HTTP request.
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

    /** The line between two found messages in a result. */
    private static final String SEPARATOR = "---";

    /** Matches the start of a line in a found message that looks like {@link #SEPARATOR}. */
    private static final Pattern FAKE_SEPARATOR = Pattern.compile("(^|\\R)(?=---\\h*($|\\R))");

    private static final Pattern LINE_ENDS = Pattern.compile("\\R");

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("result", result);
        out.writeEndObject();
    }

    /** Returns the problem as the result of a tool call; empty if the model cannot correct the problem. */
    public static Optional<ToolResult> of(Problem problem) {
        return MODEL_ERRORS.contains(problem.code())
                ? Optional.of(failed(error(problem.getMessage())))
                : Optional.empty();
    }

    /** Returns the text of a tool result that describes an error: the reason after {@code Error:}. */
    static String error(String reason) {
        return "Error: " + reason;
    }

    /** Returns the text of a tool result that says that a block's text was written, and how many tokens it has. */
    static String written(BlockContent block) {
        var max = block.maxTokens();
        var usage = max == null
                ? block.tokens() + " tokens"
                : Prompt.percent(block.tokens(), max) + "% (" + block.tokens() + '/' + max + " tokens)";
        return "Written to " + block.label() + ". Usage: " + usage;
    }

    /** Returns the text of a tool result that says that a block entry was written. */
    static String indexed(String label, String key) {
        return "Indexed \"" + key + "\" in " + label + '.';
    }

    /** Returns the text of a tool result that says that a document does not exist. */
    static String notFound(String key) {
        return "Not found: " + key;
    }

    /**
     * Returns the text of a tool result that says that a skill document was unloaded, or that it was not loaded.
     *
     * @param wasLoaded false if the document was not loaded, so that nothing changed
     */
    static String unloaded(String label, String key, boolean wasLoaded) {
        return wasLoaded
                ? "Unloaded \"" + key + "\" from " + label + ". Context reclaimed."
                : "Skill \"" + key + "\" is not currently loaded in \"" + label + "\".";
    }

    /**
     * Returns found block entries as one text with their keys and contents; {@link #NOTHING_FOUND} if there are none.
     */
    static String entries(List<BlockEntry> entries) {
        return entries.isEmpty()
                ? NOTHING_FOUND
                : entries.stream()
                        .map(entry -> '[' + entry.key() + "]\n" + Objects.requireNonNullElse(entry.content(), ""))
                        .collect(Collectors.joining("\n\n"));
    }

    /**
     * Returns found messages as one text. Each message has a header with session, date and role; {@link #SEPARATOR} is
     * between two messages. If a line of a message looks like a separator, it is indented. Returns
     * {@link #NOTHING_FOUND} if no message was found.
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
