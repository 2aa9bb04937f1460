package dev.coppice.tool;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Precondition;
import dev.coppice.context.Block;
import dev.coppice.context.BlockList;
import dev.coppice.context.ContextBlocks;
import dev.coppice.context.ContextEntries;
import dev.coppice.context.ContextSettings;
import dev.coppice.context.EntryDraft;
import dev.coppice.context.LoadedSkills;
import dev.coppice.format.LoadedSkill;
import dev.coppice.session.SessionName;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.util.List;

/**
 * What a model can do by itself. A tool acts in the session that it is called for and nowhere else, and writes only to
 * blocks that are marked writable. 404 {@code session-not-found} for a session that is not there.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class Tools {
    /** Hits of a search: as many as a model reads without losing its thread. */
    private static final int HITS = 10;

    @Inject
    private ContextBlocks blocks;

    @Inject
    private ContextEntries entries;

    @Inject
    private LoadedSkills skills;

    @Inject
    private ContextSettings settings;

    /**
     * The tools that a session has now, always in the same order. Reads no content and no history. Of very many loaded
     * documents it tells of the last.
     */
    public List<Tool> of(SessionName name) {
        var there = blocks.of(name);
        var loaded = Toolbox.hasSkills(there.all()) ? skills.of(name) : List.<LoadedSkill>of();
        int first = Math.max(0, loaded.size() - settings.maxListed());
        return Toolbox.of(there.all(), there.hasSearchableHistory(), loaded.subList(first, loaded.size()));
    }

    /**
     * Calls a tool, and gives what the model is to be told, also of its own mistakes. Those write nothing; when one is
     * found out while writing, the caller's transaction, if there is one, is rolled back. 404 {@code tool-not-found} when
     * the session lacks the tool.
     */
    public String call(SessionName name, String tool, Arguments arguments) {
        try {
            return attempt(name, tool, arguments);
        } catch (Problem refusal) {
            return ToolResult.of(refusal).orElseThrow(() -> refusal).result();
        }
    }

    /**
     * As {@link #call}, but a refusal that is only found out while writing is thrown, for a caller that has more to do
     * once the transaction has been rolled back: {@link ToolResult#of} has the words for the model.
     */
    public String attempt(SessionName name, String tool, Arguments arguments) {
        var there = blocks.of(name);
        var wanted = Toolbox.of(there.all(), there.hasSearchableHistory(), List.of()).stream()
                .filter(one -> one.name().word().equals(tool))
                .findFirst()
                .orElseThrow(() -> new Problem(Code.TOOL_NOT_FOUND, "The session has no tool of this name."));
        return wanted.fault(arguments).orElseGet(() -> run(name, there, wanted.name(), arguments));
    }

    private String run(SessionName name, BlockList there, ToolName tool, Arguments arguments) {
        var label = arguments.text("label");
        var key = arguments.text("key");
        var query = arguments.text("query");
        return switch (tool) {
            case SET_CONTEXT -> set(name, there.find(label).orElseThrow(), arguments);
            case LOAD_CONTEXT -> entries.load(name, label, key).orElseGet(() -> ToolResult.notFound(key));
            case UNLOAD_CONTEXT -> ToolResult.unloaded(label, key, skills.unload(name, label, key));
            case SEARCH_CONTEXT -> ToolResult.found(entries.search(name, label, query, HITS));
            case SESSION_SEARCH -> ToolResult.said(blocks.searchHistory(name, query, HITS));
        };
    }

    private String set(SessionName name, Block block, Arguments arguments) {
        var label = block.label();
        var content = arguments.text("content");
        if (block.isKeyed()) {
            var metadata = arguments.members("metadata");
            var draft = new EntryDraft(metadata.text("title"), metadata.text("description"), content);
            return ToolResult.indexed(label, entries.put(name, label, draft));
        }
        var written = Toolbox.APPEND.equals(arguments.text("action"))
                ? blocks.append(name, label, content, Precondition.NONE)
                : blocks.replace(name, label, content, Precondition.NONE);
        return ToolResult.written(written);
    }
}
