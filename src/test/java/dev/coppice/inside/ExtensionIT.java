package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.agent.AgentSpec;
import dev.coppice.agent.Agents;
import dev.coppice.api.Precondition;
import dev.coppice.context.BlockEntries;
import dev.coppice.context.ContextBlocks;
import dev.coppice.context.Prompts;
import dev.coppice.memory.SessionSummaries;
import dev.coppice.message.Append;
import dev.coppice.session.NewSession;
import dev.coppice.session.SessionName;
import dev.coppice.tool.ToolArguments;
import dev.coppice.tool.Tools;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The example extension, deployed as a jar in the shipped WAR. */
class ExtensionIT extends InsideTest {
    @Inject
    private Agents agents;

    @Inject
    private ContextBlocks blocks;

    @Inject
    private BlockEntries entries;

    @Inject
    private Prompts prompts;

    @Inject
    private Tools tools;

    @Inject
    private SessionSummaries summaries;

    private SessionName session(String user, String agent) {
        var name = SessionName.of("default", "inside", UUID.randomUUID().toString());
        var spec = AgentSpec.read(agent.replace('\'', '"').getBytes(StandardCharsets.UTF_8), name.id());
        agents.put("default", name.id(), spec, Precondition.NONE);
        sessions.create(
                name, new NewSession(null, null, name.id(), null, null, user, null, null, null, null, null, null));
        return name;
    }

    @Test
    void providerOffersWhatItsInterfacesDeclare() {
        var name = session(null, "{'context':[{'label':'words','provider':{'type':'bean','name':'glossary'}}]}");
        var block = blocks.get(name, "words");
        assertTrue(block.skill());
        assertTrue(block.searchable());
        assertFalse(block.writable());
        assertEquals("- coppice\n- standard\n- stool", block.content());
        assertTrue(prompts.freeze(name, false).prompt().contains("WORDS [searchable]"));
        assertEquals(Optional.of("The living stump that new stems grow from."), entries.load(name, "words", "stool"));
        assertEquals("stool", entries.search(name, "words", "stump", 10).get(0).key());
        assertEquals(
                "[stool]\nThe living stump that new stems grow from.",
                call(name, "search_context", "{'label':'words','query':'stump'}"));
        assertEquals(
                Code.TOOL_NOT_FOUND,
                assertThrows(Problem.class, () -> call(name, "set_context", "{'label':'words','content':'x'}"))
                        .code());
    }

    private String call(SessionName name, String tool, String arguments) {
        return tools.call(
                name, tool, ToolArguments.read(arguments.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void writableProviderIsWrittenWithinItsLimit() {
        var agent = "{'context':[{'label':'board','maxTokens':3,'provider':{'type':'bean','name':'noticeboard'}}]}";
        var name = session("ada-" + UUID.randomUUID(), agent);
        assertEquals(
                "Written to board. Usage: 67% (2/3 tokens)",
                call(name, "set_context", "{'label':'board','content':'abcdefgh'}"));
        assertEquals("abcdefgh", blocks.get(name, "board").content());
        assertTrue(call(name, "set_context", "{'label':'board','content':'one two three four'}")
                .startsWith("Error: "));
        assertEquals("abcdefgh", blocks.get(name, "board").content());
        assertEquals("", blocks.get(session("bob", agent), "board").content());
    }

    @Test
    void blockOfAMissingBeanIsEmpty() {
        var name =
                session(null, "{'context':[{'label':'x','provider':{'type':'bean','name':'nobody'}},{'label':'m'}]}");
        assertEquals("", blocks.get(name, "x").content());
        assertFalse(prompts.freeze(name, false).prompt().contains("X ["));
    }

    @Test
    void agentsTokenCounterCountsMessagesBlocksAndSummary() {
        var name = session(null, "{'tokenCounter':'words','context':[{'label':'m','maxTokens':2}]}");
        messages.append(
                name, Append.atLeaf(List.of(message("a", "extraordinarily long words"))), false, Precondition.NONE);
        assertEquals(4 + 3, sessions.read(name).tokens());
        assertEquals(
                2,
                blocks.replace(name, "m", "incomprehensibilities notwithstanding", Precondition.NONE)
                        .tokens());
        var problem = assertThrows(Problem.class, () -> blocks.append(name, "m", "a", Precondition.NONE));
        assertEquals(Code.BLOCK_TOO_LONG, problem.code());
        var task = summaries.begin(name, 0).orElseThrow();
        assertEquals(
                2,
                summaries
                        .store(name, task, "incomprehensibilities notwithstanding")
                        .tokens());
    }

    @Test
    void cardNumbersAreNeverStored() {
        var name = session();
        messages.append(
                name,
                Append.atLeaf(List.of(message("a", "It is 4111 1111 1111 1111, thanks"))),
                false,
                Precondition.NONE);
        assertTrue(texts(name, null).get(0).contains("It is •••• •••• •••• ••••, thanks"));
    }
}
