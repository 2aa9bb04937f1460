package dev.coppice.mcp;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.context.ContextBlock;
import dev.coppice.context.ContextBlocks;
import dev.coppice.format.ShortText;
import dev.coppice.session.SessionName;
import dev.coppice.tool.ToolArguments;
import dev.coppice.tool.ToolName;
import dev.coppice.tool.Tools;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.LinkedHashMap;

/**
 * Calls the tools with which a model reads and writes context: {@code set_context}, {@code load_context},
 * {@code unload_context}, {@code search_context} and {@code session_search}. The same tools exist outside of MCP;
 * {@link Tools} executes them.
 */
@ApplicationScoped
class MemoryTools {
    @Inject
    private Tools tools;

    @Inject
    private ContextBlocks blocks;

    @Inject
    private WritingTools writingTools;

    @Inject
    private McpSettings settings;

    /**
     * Writes to a context block by calling the tool {@code set_context}. If the session does not exist, and its id was
     * not in the model's arguments, first creates the session. So a client can store a memory before its first message.
     * Runs in the current transaction.
     */
    ToolOutcome set(ToolCall call, SessionName name) {
        if (call.isSessionBound()) {
            writingTools.make(call.binding(), name);
        }
        return call(call, name);
    }

    /**
     * Calls one of the tools of a session. Shortens the result to about {@code coppice.mcp.result-characters}
     * characters, except the document that {@code load_context} returns. A tool that writes needs a transaction, and
     * runs in it. Throws 404 {@code tool-not-found} if the session has no block for the tool, 422 {@code invalid} if
     * the tool refuses the arguments, and any other problem of {@link Tools#attempt}. A problem rolls the transaction
     * back, so that no result is stored under the idempotency key.
     */
    ToolOutcome call(ToolCall call, SessionName name) {
        var result = tools.attempt(
                name, call.tool().name(), ToolArguments.read(call.arguments().toJson()));
        if (result.isError()) {
            throw new Problem(Code.INVALID, result.result() + hint(call, name));
        }
        // A document is given whole, because the model asked for it by its key.
        boolean isDocument = call.tool().name().equals(ToolName.LOAD_CONTEXT.word());
        var text = isDocument ? result.result() : ShortText.middle(result.result(), settings.resultCharacters());
        var structured = new LinkedHashMap<String, Object>();
        structured.put("session_id", name.id());
        structured.put("result", text);
        return ToolOutcome.of(text, structured);
    }

    /**
     * Returns the labels that the model may pass, if it has called {@code set_context} with another label; otherwise
     * empty. The other tools name the labels themselves.
     */
    private String hint(ToolCall call, SessionName name) {
        if (!call.tool().name().equals(ToolName.SET_CONTEXT.word())) {
            return "";
        }
        var writable = blocks.of(name).all().stream()
                .filter(ContextBlock::isWritable)
                .map(ContextBlock::label)
                .toList();
        return writable.contains(call.arguments().text("label"))
                ? ""
                : ". Writable blocks: " + String.join(", ", writable);
    }
}
