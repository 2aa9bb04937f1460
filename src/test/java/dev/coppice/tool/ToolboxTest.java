package dev.coppice.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.context.Block;
import dev.coppice.context.LoadedSkill;
import dev.coppice.tool.Input.Choice;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which blocks make which tools. */
class ToolboxTest {

    private static List<Tool> tools(Block... blocks) {
        return Toolbox.of(List.of(blocks), false, List.of());
    }

    private static List<String> names(List<Tool> tools) {
        return tools.stream().map(tool -> tool.name().word()).toList();
    }

    private static Tool tool(List<Tool> tools, ToolName name) {
        return tools.stream().filter(tool -> tool.name() == name).findFirst().orElseThrow();
    }

    private static List<String> labels(Tool tool) {
        return ((Choice) tool.inputs().get(0).type()).values();
    }

    private static List<String> inputs(Tool tool) {
        return tool.inputs().stream().map(Input::name).toList();
    }

    @Test
    void aSessionWithoutBlocksHasNoTools() {
        assertEquals(List.of(), tools());
        assertEquals(List.of(), tools(Some.block("soul", null, new Some.Fixed())));
    }

    @Test
    void eachKindOfBlockBringsItsTools() {
        assertEquals(List.of("set_context"), names(tools(Some.block("a", null, new Some.Text()))));
        assertEquals(
                List.of("set_context", "load_context", "unload_context"),
                names(tools(Some.block("a", null, new Some.Skills()))));
        assertEquals(List.of("load_context", "unload_context"), names(tools(Some.block("a", null, new Some.Bucket()))));
        assertEquals(
                List.of("set_context", "search_context"), names(tools(Some.block("a", null, new Some.Knowledge()))));
        assertEquals(List.of("search_context"), names(tools(Some.block("a", null, new Some.Archive()))));
        assertEquals(List.of("session_search"), names(Toolbox.of(List.of(), true, List.of())));
    }

    @Test
    void theOrderIsAlwaysTheSame() {
        var blocks = List.of(
                Some.block("k", null, new Some.Knowledge()),
                Some.block("s", null, new Some.Skills()),
                Some.block("t", null, new Some.Text()));
        assertEquals(
                List.of("set_context", "load_context", "unload_context", "search_context", "session_search"),
                names(Toolbox.of(blocks, true, List.of())));
    }

    @Test
    void onlyLabelsOfTheRightKindAreOffered() {
        var tools = Some.tools();
        assertEquals(List.of("memory", "skills", "knowledge"), labels(tool(tools, ToolName.SET_CONTEXT)));
        assertEquals(List.of("skills", "bucket"), labels(tool(tools, ToolName.LOAD_CONTEXT)));
        assertEquals(List.of("skills", "bucket"), labels(tool(tools, ToolName.UNLOAD_CONTEXT)));
        assertEquals(List.of("knowledge", "archive"), labels(tool(tools, ToolName.SEARCH_CONTEXT)));
    }

    @Test
    void metadataIsAskedForOnlyWhereAKeyedBlockCanBeWritten() {
        var text = Some.block("t", null, new Some.Text());
        assertEquals(
                List.of("label", "content", "action"),
                inputs(tools(text, Some.block("b", null, new Some.Bucket())).get(0)));
        assertEquals(
                List.of("label", "content", "action", "metadata"),
                inputs(tools(text, Some.block("s", null, new Some.Skills())).get(0)));
    }

    @Test
    void whatCanBeWrittenIsDescribed() {
        var description = tool(Some.tools(), ToolName.SET_CONTEXT).description();
        assertTrue(description.contains("\n- \"memory\" (writable): Learned facts: \"quoted\", \\ and\nmore\n"));
        assertTrue(description.contains("\n- \"skills\" (skill collection, keyed entries): no description\n"));
        assertTrue(description.contains("\n- \"knowledge\" (searchable, keyed entries): no description\n"));
        assertFalse(description.contains("soul") || description.contains("bucket") || description.contains("archive"));
    }

    @Test
    void whatIsBothIsDescribedAsASkillCollection() {
        var tools = tools(Some.block("all", "d", new Some.Everything()));
        assertEquals(List.of("set_context", "load_context", "unload_context", "search_context"), names(tools));
        assertTrue(tools.get(0).description().contains("\n- \"all\" (skill collection, keyed entries): d"));
    }

    @Test
    void whatIsLoadedIsListedOnce() {
        var a = new LoadedSkill("skills", "a");
        assertTrue(tool(Some.tools(a, new LoadedSkill("bucket", "b"), a), ToolName.UNLOAD_CONTEXT)
                .description()
                .endsWith("Loaded now:\n- \"a\" in \"skills\"\n- \"b\" in \"bucket\""));
        assertTrue(tool(Some.tools(), ToolName.UNLOAD_CONTEXT).description().endsWith("Nothing is loaded now."));
    }

    @Test
    void whatCannotBeUnloadedIsNotListed() {
        var gone = new LoadedSkill("removed", "a");
        assertTrue(tool(Some.tools(gone), ToolName.UNLOAD_CONTEXT).description().endsWith("Nothing is loaded now."));
    }
}
