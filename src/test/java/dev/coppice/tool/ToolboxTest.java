package dev.coppice.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.context.ContextBlock;
import dev.coppice.format.LoadedSkill;
import dev.coppice.tool.ToolParameter.Choice;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which tools a session has for given blocks. */
class ToolboxTest {

    private static List<Tool> tools(ContextBlock... blocks) {
        return Toolbox.of(List.of(blocks), false, List.of());
    }

    private static List<String> names(List<Tool> tools) {
        return tools.stream().map(tool -> tool.name().word()).toList();
    }

    private static Tool tool(List<Tool> tools, ToolName name) {
        return tools.stream().filter(tool -> tool.name() == name).findFirst().orElseThrow();
    }

    private static List<String> labels(Tool tool) {
        return ((Choice) tool.parameters().get(0).type()).values();
    }

    private static List<String> parameters(Tool tool) {
        return tool.parameters().stream().map(ToolParameter::name).toList();
    }

    @Test
    void sessionWithoutUsableBlocksHasNoTools() {
        assertEquals(List.of(), tools());
        assertEquals(List.of(), tools(ToolFixtures.block("soul", null, new ToolFixtures.Fixed())));
    }

    @Test
    void eachKindOfBlockAddsItsTools() {
        assertEquals(List.of("set_context"), names(tools(ToolFixtures.block("a", null, new ToolFixtures.Text()))));
        assertEquals(
                List.of("set_context", "load_context", "unload_context"),
                names(tools(ToolFixtures.block("a", null, new ToolFixtures.Skills()))));
        assertEquals(
                List.of("load_context", "unload_context"),
                names(tools(ToolFixtures.block("a", null, new ToolFixtures.Bucket()))));
        assertEquals(
                List.of("set_context", "search_context"),
                names(tools(ToolFixtures.block("a", null, new ToolFixtures.Knowledge()))));
        assertEquals(
                List.of("search_context"), names(tools(ToolFixtures.block("a", null, new ToolFixtures.Archive()))));
        assertEquals(List.of("session_search"), names(Toolbox.of(List.of(), true, List.of())));
    }

    @Test
    void orderOfToolsIsFixed() {
        var blocks = List.of(
                ToolFixtures.block("k", null, new ToolFixtures.Knowledge()),
                ToolFixtures.block("s", null, new ToolFixtures.Skills()),
                ToolFixtures.block("t", null, new ToolFixtures.Text()));
        assertEquals(
                List.of("set_context", "load_context", "unload_context", "search_context", "session_search"),
                names(Toolbox.of(blocks, true, List.of())));
    }

    @Test
    void labelsNameBlocksOfMatchingKind() {
        var tools = ToolFixtures.tools();
        assertEquals(List.of("memory", "skills", "knowledge"), labels(tool(tools, ToolName.SET_CONTEXT)));
        assertEquals(List.of("skills", "bucket"), labels(tool(tools, ToolName.LOAD_CONTEXT)));
        assertEquals(List.of("skills", "bucket"), labels(tool(tools, ToolName.UNLOAD_CONTEXT)));
        assertEquals(List.of("knowledge", "archive"), labels(tool(tools, ToolName.SEARCH_CONTEXT)));
    }

    @Test
    void keyAndMetadataNeedWritableKeyedBlock() {
        var text = ToolFixtures.block("t", null, new ToolFixtures.Text());
        assertEquals(
                List.of("label", "content", "action"),
                parameters(tools(text, ToolFixtures.block("b", null, new ToolFixtures.Bucket()))
                        .get(0)));
        assertEquals(
                List.of("label", "content", "action", "key", "metadata"),
                parameters(tools(text, ToolFixtures.block("s", null, new ToolFixtures.Skills()))
                        .get(0)));
    }

    @Test
    void blockThatIsNotWritableForModelHasReadingToolsOnly() {
        assertEquals(
                List.of("load_context", "unload_context"),
                names(tools(ToolFixtures.readOnly("a", new ToolFixtures.Skills()))));
        assertEquals(List.of("search_context"), names(tools(ToolFixtures.readOnly("a", new ToolFixtures.Knowledge()))));
        assertEquals(List.of(), names(tools(ToolFixtures.readOnly("a", new ToolFixtures.Text()))));
        var setContext = tools(
                        ToolFixtures.block("t", null, new ToolFixtures.Text()),
                        ToolFixtures.readOnly("a", new ToolFixtures.Knowledge()))
                .get(0);
        assertEquals(List.of("t"), labels(setContext));
        assertEquals(List.of("label", "content", "action"), parameters(setContext));
    }

    @Test
    void setContextDescribesWritableBlocks() {
        var description = tool(ToolFixtures.tools(), ToolName.SET_CONTEXT).description();
        assertTrue(description.contains("\n- \"memory\" (writable): Learned facts: \"quoted\", \\ and\nmore\n"));
        assertTrue(description.contains("\n- \"skills\" (skill collection, keyed entries): no description\n"));
        assertTrue(description.contains("\n- \"knowledge\" (searchable, keyed entries): no description\n"));
        assertFalse(description.contains("soul") || description.contains("bucket") || description.contains("archive"));
    }

    @Test
    void searchableSkillBlockIsDescribedAsSkillCollection() {
        var tools = tools(ToolFixtures.block("all", "d", new ToolFixtures.Everything()));
        assertEquals(List.of("set_context", "load_context", "unload_context", "search_context"), names(tools));
        assertTrue(tools.get(0).description().contains("\n- \"all\" (skill collection, keyed entries): d"));
    }

    @Test
    void loadedSkillsAreListedOnce() {
        var a = new LoadedSkill("skills", "a");
        assertTrue(tool(ToolFixtures.tools(a, new LoadedSkill("bucket", "b"), a), ToolName.UNLOAD_CONTEXT)
                .description()
                .endsWith("Loaded now:\n- \"a\" in \"skills\"\n- \"b\" in \"bucket\""));
        assertTrue(tool(ToolFixtures.tools(), ToolName.UNLOAD_CONTEXT)
                .description()
                .endsWith("Nothing is loaded now."));
    }

    @Test
    void skillsOfRemovedBlocksAreNotListed() {
        var removed = new LoadedSkill("removed", "a");
        assertTrue(tool(ToolFixtures.tools(removed), ToolName.UNLOAD_CONTEXT)
                .description()
                .endsWith("Nothing is loaded now."));
    }
}
