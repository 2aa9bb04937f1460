package dev.coppice.tool;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Precondition;
import dev.coppice.context.BlockEntries;
import dev.coppice.context.ContextBlock;
import dev.coppice.context.ContextBlocks;
import dev.coppice.context.EntryDraft;
import dev.coppice.context.LoadedKeys;
import dev.coppice.context.LoadedSkills;
import dev.coppice.context.SessionBlocks;
import dev.coppice.format.LoadedSkill;
import dev.coppice.session.SessionName;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.util.List;

/**
 * Lists and calls the tools that a session offers to its model. A tool writes only to writable blocks of its session,
 * or removes skill documents from messages of its session. {@code session_search} also reads messages of the user's
 * other sessions. Every method throws 404 {@code session-not-found} if the session does not exist.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class Tools {
    /** Maximum number of hits that a search tool returns, so that results are short for the model. */
    private static final int MAX_HITS = 10;

    @Inject
    private ContextBlocks blocks;

    @Inject
    private BlockEntries entries;

    @Inject
    private LoadedSkills skills;

    @Inject
    private LoadedKeys loadedKeys;

    /**
     * Returns the tools of a session, in the order of {@link ToolName}. The description of {@code unload_context} lists
     * the loaded documents. If there are more than {@code coppice.context.max-listed}, it lists only those that were
     * loaded last. Reads no contents of blocks and no message bodies.
     */
    public List<Tool> of(SessionName name) {
        return of(name, blocks.of(name));
    }

    /**
     * Returns the tools of a session as {@link #of(SessionName)} does, for a session whose blocks are already read.
     *
     * @param sessionBlocks the session's blocks
     */
    public List<Tool> of(SessionName name, SessionBlocks sessionBlocks) {
        var loaded = Toolbox.hasSkills(sessionBlocks.all()) ? skills.listed(name) : List.<LoadedSkill>of();
        return Toolbox.of(sessionBlocks.all(), sessionBlocks.hasSearchableHistory(), loaded);
    }

    /**
     * Calls a tool and returns the result for the model, which may describe an error that the model can correct. A call
     * with such an error writes nothing. If the error occurs while the tool writes, the current transaction is rolled
     * back. Throws 404 {@code tool-not-found} if the session has no tool of this name, and any other problem that the
     * model cannot correct.
     *
     * @param tool name of the tool, for example {@code set_context}
     */
    public String call(SessionName name, String tool, ToolArguments arguments) {
        try {
            return attempt(name, tool, arguments).result();
        } catch (Problem problem) {
            return ToolResult.of(problem).orElseThrow(() -> problem).result();
        }
    }

    /**
     * Calls a tool and returns the result for the model. If the arguments are invalid, the result says so. Any error
     * that occurs while the tool runs is thrown as a problem, even if the model can correct the error. The problem
     * rolls the current transaction back. Afterwards the caller can convert the problem to a result by
     * {@link ToolResult#of}, if the model can correct it. Throws 404 {@code tool-not-found} if the session has no tool
     * of this name.
     *
     * @param tool name of the tool, for example {@code set_context}
     */
    public ToolResult attempt(SessionName name, String tool, ToolArguments arguments) {
        var sessionBlocks = blocks.of(name);
        var called = Toolbox.of(sessionBlocks.all(), sessionBlocks.hasSearchableHistory(), List.of()).stream()
                .filter(candidate -> candidate.name().word().equals(tool))
                .findFirst()
                .orElseThrow(() -> new Problem(Code.TOOL_NOT_FOUND, "The session has no tool with this name."));
        var checked = called.name().findsEntry() ? arguments.withTitleAsKey() : arguments;
        return called.fault(checked)
                .map(ToolResult::failed)
                .orElseGet(() -> new ToolResult(run(name, sessionBlocks, called.name(), checked)));
    }

    private String run(SessionName name, SessionBlocks sessionBlocks, ToolName tool, ToolArguments arguments) {
        var label = arguments.text("label");
        var key = arguments.text("key");
        var query = arguments.text("query");
        return switch (tool) {
            case SET_CONTEXT -> set(name, sessionBlocks.find(label).orElseThrow(), arguments);
            case LOAD_CONTEXT -> entries.load(name, label, key).orElseGet(() -> ToolResult.notFound(key));
            case UNLOAD_CONTEXT -> unload(name, sessionBlocks.find(label).orElseThrow(), key);
            case SEARCH_CONTEXT -> ToolResult.entries(entries.search(name, label, query, MAX_HITS));
            case SESSION_SEARCH -> ToolResult.hits(blocks.searchHistory(name, query, MAX_HITS));
        };
    }

    private String unload(SessionName name, ContextBlock block, String key) {
        return ToolResult.unloaded(block.label(), key, skills.unload(name, loadedKeys.find(name, block, key)));
    }

    private String set(SessionName name, ContextBlock block, ToolArguments arguments) {
        var label = block.label();
        var content = arguments.text("content");
        if (block.isKeyed()) {
            var metadata = arguments.members("metadata");
            var draft = new EntryDraft(
                    arguments.text("key"), metadata.text("title"), metadata.text("description"), content);
            return ToolResult.indexed(label, entries.put(name, label, draft));
        }
        var written = Toolbox.APPEND.equals(arguments.text("action"))
                ? blocks.append(name, label, content, Precondition.NONE)
                : blocks.replace(name, label, content, Precondition.NONE);
        return ToolResult.written(written);
    }
}
