package dev.coppice.tool;

import dev.coppice.context.Block;
import dev.coppice.format.LoadedSkill;
import dev.coppice.tool.ToolArgument.AnyText;
import dev.coppice.tool.ToolArgument.Choice;
import dev.coppice.tool.ToolArgument.Group;
import dev.coppice.tool.ToolArgument.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which tools a session has, and what the model is told of them: it follows from the session's blocks. The same blocks
 * make the same tools, in the same order. Pure.
 */
final class Toolbox {
    static final String REPLACE = "replace";
    static final String APPEND = "append";

    /** A key stands in a message as the model wrote it; no part of it may pass for another line. */
    private static final Pattern LINE_ENDS = Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}]+");

    private final List<Block> blocks;
    private final List<LoadedSkill> loaded;

    private Toolbox(List<Block> blocks, List<LoadedSkill> loaded) {
        this.blocks = blocks;
        this.loaded = loaded;
    }

    /**
     * The tools of a session.
     *
     * @param blocks in the order of the prompt
     * @param searchable that its agent has a searchable history
     * @param loaded what {@code unload_context} tells of
     */
    static List<Tool> of(List<Block> blocks, boolean searchable, List<LoadedSkill> loaded) {
        var box = new Toolbox(blocks, loaded);
        var tools = new ArrayList<Tool>();
        if (box.any(Block::isWritable)) {
            tools.add(box.setContext());
        }
        if (hasSkills(blocks)) {
            tools.add(box.loadContext());
            tools.add(box.unloadContext());
        }
        if (box.any(Block::isSearchable)) {
            tools.add(box.searchContext());
        }
        if (searchable) {
            tools.add(sessionSearch());
        }
        return List.copyOf(tools);
    }

    static boolean hasSkills(List<Block> blocks) {
        return blocks.stream().anyMatch(Block::isSkill);
    }

    private Tool setContext() {
        var inputs = new ArrayList<ToolArgument>();
        inputs.add(label("The block to write to.", Block::isWritable, this::notWritable));
        inputs.add(new ToolArgument("content", "The text to write.", true, new AnyText()));
        var actions = new Choice(List.of(REPLACE, APPEND), REPLACE, other -> "\"action\" must be replace or append");
        var description =
                new StringBuilder("Writes to one of your context blocks. What is written there is kept. Blocks:");
        blocks.stream()
                .filter(Block::isWritable)
                .forEach(block -> description.append("\n- ").append(line(block)));
        if (any(block -> block.isWritable() && block.isKeyed())) {
            inputs.add(new ToolArgument(
                    "action",
                    "What becomes of the text that is there. A keyed entry is always replaced.",
                    false,
                    actions));
            inputs.add(metadata());
            description.append(
                    """

                    A block with keyed entries takes one entry at a time. Its key is made of metadata.title: the same \
                    title replaces the entry. metadata.description says in the listing what the entry is about.""");
        } else {
            inputs.add(new ToolArgument("action", "What becomes of the text that is there.", false, actions));
        }
        return new Tool(ToolName.SET_CONTEXT, description.toString(), inputs);
    }

    private static ToolArgument metadata() {
        return new ToolArgument(
                "metadata",
                "For keyed entries only.",
                false,
                new Group(List.of(
                        new ToolArgument("title", "A short name for the entry.", false, new AnyText()),
                        new ToolArgument("description", "One line on what it holds.", false, new AnyText()))));
    }

    private Tool loadContext() {
        return new Tool(
                ToolName.LOAD_CONTEXT,
                "Loads a document whole. The system prompt lists the keys of each skill block.",
                List.of(skillLabel(), new ToolArgument("key", "The key of the document.", true, new AnyText())));
    }

    private Tool unloadContext() {
        var skills = labels(Block::isSkill);
        var now = loaded.stream()
                .filter(skill -> skills.contains(skill.label()))
                .map(skill ->
                        "\n- \"" + LINE_ENDS.matcher(skill.key()).replaceAll(" ") + "\" in \"" + skill.label() + '"')
                .distinct()
                .collect(Collectors.joining());
        return new Tool(
                ToolName.UNLOAD_CONTEXT,
                "Drops a loaded document from the conversation, to make room. It can be loaded again. "
                        + (now.isEmpty() ? "Nothing is loaded now." : "Loaded now:" + now),
                List.of(skillLabel(), new ToolArgument("key", "The key of the loaded document.", true, new AnyText())));
    }

    private Tool searchContext() {
        return new Tool(
                ToolName.SEARCH_CONTEXT,
                "Searches the entries of a block by their words and gives the best. Searchable blocks: "
                        + labels(Block::isSearchable).stream()
                                .map(label -> '"' + label + '"')
                                .collect(Collectors.joining(", "))
                        + ".",
                List.of(
                        label(
                                "The block to search.",
                                Block::isSearchable,
                                label -> '"' + label + "\" is not searchable. Searchable blocks: "
                                        + String.join(", ", labels(Block::isSearchable))),
                        query("Words to look for.")));
    }

    private static Tool sessionSearch() {
        return new Tool(
                ToolName.SESSION_SEARCH,
                "Searches what was said in other conversations by its words and gives the best messages, each with its"
                        + " conversation, date and role.",
                List.of(query("Words to find, in any order. \"Quoted words\" stand together, word* is a beginning,"
                        + " -word is left out.")));
    }

    private static ToolArgument query(String description) {
        return new ToolArgument("query", description, true, new Query());
    }

    private ToolArgument skillLabel() {
        return label(
                "The skill block.",
                Block::isSkill,
                label -> '"' + label + "\" is not a skill block. Skill blocks: "
                        + String.join(", ", labels(Block::isSkill)));
    }

    private ToolArgument label(String description, Predicate<Block> which, UnaryOperator<String> otherwise) {
        return new ToolArgument("label", description, true, new Choice(labels(which), null, otherwise));
    }

    private String notWritable(String label) {
        return "block \"" + label + "\" " + (any(block -> block.label().equals(label)) ? "is read-only" : "not found");
    }

    private static String line(Block block) {
        var description = block.spec().description();
        return '"' + block.label() + "\" (" + kind(block) + "): "
                + (description == null || description.isEmpty() ? "no description" : description);
    }

    private static String kind(Block block) {
        if (block.isSkill()) {
            return "skill collection, keyed entries";
        }
        return block.isSearchable() ? "searchable, keyed entries" : "writable";
    }

    private List<String> labels(Predicate<Block> which) {
        return blocks.stream().filter(which).map(Block::label).toList();
    }

    private boolean any(Predicate<Block> which) {
        return blocks.stream().anyMatch(which);
    }
}
