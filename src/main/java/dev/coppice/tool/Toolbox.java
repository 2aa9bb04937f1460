package dev.coppice.tool;

import dev.coppice.context.ContextBlock;
import dev.coppice.format.LoadedSkill;
import dev.coppice.tool.ToolParameter.AnyText;
import dev.coppice.tool.ToolParameter.Choice;
import dev.coppice.tool.ToolParameter.Group;
import dev.coppice.tool.ToolParameter.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Builds the tools of a session from its blocks: which tools there are, their parameters, and their descriptions for
 * the model. Equal arguments give the same declarations of tools in the same order. The methods do no input or output.
 */
final class Toolbox {
    static final String REPLACE = "replace";
    static final String APPEND = "append";

    /**
     * Matches control characters and line separators in a key. They are replaced by a space where a tool's description
     * lists keys: the model chooses the keys, and a key with a line break would look like several lines of the list.
     */
    private static final Pattern LINE_ENDS = Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}]+");

    private final List<ContextBlock> blocks;
    private final List<LoadedSkill> loaded;

    private Toolbox(List<ContextBlock> blocks, List<LoadedSkill> loaded) {
        this.blocks = blocks;
        this.loaded = loaded;
    }

    /**
     * Returns the tools of a session: {@code set_context} if a block is writable, {@code load_context} and
     * {@code unload_context} if there is a skill block, {@code search_context} if there is a searchable block,
     * {@code session_search} if the model may search past messages.
     *
     * @param blocks the session's blocks in prompt order
     * @param hasSearchableHistory true if the session's agent allows the model to search past messages
     * @param loaded the loaded skill documents, which the description of {@code unload_context} lists
     */
    static List<Tool> of(List<ContextBlock> blocks, boolean hasSearchableHistory, List<LoadedSkill> loaded) {
        var toolbox = new Toolbox(blocks, loaded);
        var tools = new ArrayList<Tool>();
        if (toolbox.any(ContextBlock::isWritable)) {
            tools.add(toolbox.setContext());
        }
        if (hasSkills(blocks)) {
            tools.add(toolbox.loadContext());
            tools.add(toolbox.unloadContext());
        }
        if (toolbox.any(ContextBlock::isSearchable)) {
            tools.add(toolbox.searchContext());
        }
        if (hasSearchableHistory) {
            tools.add(sessionSearch());
        }
        return List.copyOf(tools);
    }

    static boolean hasSkills(List<ContextBlock> blocks) {
        return blocks.stream().anyMatch(ContextBlock::isSkill);
    }

    private Tool setContext() {
        var parameters = new ArrayList<ToolParameter>();
        parameters.add(label("The block to write to.", ContextBlock::isWritable, this::notWritable));
        parameters.add(new ToolParameter("content", "The text to write.", true, new AnyText()));
        var actions = new Choice(List.of(REPLACE, APPEND), REPLACE, other -> "\"action\" must be replace or append");
        var description =
                new StringBuilder("Writes to one of your context blocks. What is written there is kept. Blocks:");
        blocks.stream()
                .filter(ContextBlock::isWritable)
                .forEach(block -> description.append("\n- ").append(line(block)));
        if (any(block -> block.isWritable() && block.isKeyed())) {
            parameters.add(new ToolParameter(
                    "action",
                    "What becomes of the text that is there. A keyed entry is always replaced.",
                    false,
                    actions));
            parameters.add(
                    new ToolParameter("key", "For keyed entries only. The entry to write.", false, new AnyText()));
            parameters.add(metadata());
            description.append(
                    """

                    A block with keyed entries takes one entry at a time. Name it by its key or by metadata.title, from \
                    which a key is made: the same name replaces the entry. metadata.description says in the listing \
                    what the entry is about.""");
        } else {
            parameters.add(new ToolParameter("action", "What becomes of the text that is there.", false, actions));
        }
        return new Tool(ToolName.SET_CONTEXT, description.toString(), parameters);
    }

    private static ToolParameter metadata() {
        return new ToolParameter(
                "metadata",
                "For keyed entries only.",
                false,
                new Group(List.of(
                        new ToolParameter("title", "A short name for the entry.", false, new AnyText()),
                        new ToolParameter("description", "One line on what it holds.", false, new AnyText()))));
    }

    private Tool loadContext() {
        return new Tool(
                ToolName.LOAD_CONTEXT,
                "Loads a document whole. The system prompt lists the keys of each skill block.",
                List.of(
                        skillLabel(),
                        new ToolParameter("key", "The key or the title of the document.", true, new AnyText())));
    }

    private Tool unloadContext() {
        var skills = labels(ContextBlock::isSkill);
        var list = loaded.stream()
                .filter(skill -> skills.contains(skill.label()))
                .map(skill ->
                        "\n- \"" + LINE_ENDS.matcher(skill.key()).replaceAll(" ") + "\" in \"" + skill.label() + '"')
                .distinct()
                .collect(Collectors.joining());
        return new Tool(
                ToolName.UNLOAD_CONTEXT,
                "Drops a loaded document from the conversation, to make room. It can be loaded again. "
                        + (list.isEmpty() ? "Nothing is loaded now." : "Loaded now:" + list),
                List.of(
                        skillLabel(),
                        new ToolParameter("key", "The key or the title of the loaded document.", true, new AnyText())));
    }

    private Tool searchContext() {
        return new Tool(
                ToolName.SEARCH_CONTEXT,
                "Searches the entries of a block by their words and gives the best. Searchable blocks: "
                        + labels(ContextBlock::isSearchable).stream()
                                .map(label -> '"' + label + '"')
                                .collect(Collectors.joining(", "))
                        + ".",
                List.of(
                        label(
                                "The block to search.",
                                ContextBlock::isSearchable,
                                label -> '"' + label + "\" is not searchable. Searchable blocks: "
                                        + String.join(", ", labels(ContextBlock::isSearchable))),
                        query("Words to look for.")));
    }

    private static Tool sessionSearch() {
        return new Tool(
                ToolName.SESSION_SEARCH,
                "Searches what was said in other conversations, and in parts of this one that a summary replaced, by its"
                        + " words and gives the best messages, each with its conversation, date and role.",
                List.of(query("Words to find, in any order. \"Quoted words\" stand together, word* is a beginning,"
                        + " -word is left out.")));
    }

    private static ToolParameter query(String description) {
        return new ToolParameter("query", description, true, new Query());
    }

    private ToolParameter skillLabel() {
        return label(
                "The skill block.",
                ContextBlock::isSkill,
                label -> '"' + label + "\" is not a skill block. Skill blocks: "
                        + String.join(", ", labels(ContextBlock::isSkill)));
    }

    private ToolParameter label(String description, Predicate<ContextBlock> which, UnaryOperator<String> error) {
        return new ToolParameter("label", description, true, new Choice(labels(which), null, error));
    }

    private String notWritable(String label) {
        return "block \"" + label + "\" " + (any(block -> block.label().equals(label)) ? "is read-only" : "not found");
    }

    private static String line(ContextBlock block) {
        var description = block.spec().description();
        return '"' + block.label() + "\" (" + kind(block) + "): "
                + (description == null || description.isEmpty() ? "no description" : description);
    }

    private static String kind(ContextBlock block) {
        if (block.isSkill()) {
            return "skill collection, keyed entries";
        }
        return block.isSearchable() ? "searchable, keyed entries" : "writable";
    }

    private List<String> labels(Predicate<ContextBlock> which) {
        return blocks.stream().filter(which).map(ContextBlock::label).toList();
    }

    private boolean any(Predicate<ContextBlock> which) {
        return blocks.stream().anyMatch(which);
    }
}
