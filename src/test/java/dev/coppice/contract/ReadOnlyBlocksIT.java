package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Blocks with {@code "writable":false}: applications write them, the model only reads them. */
@DatabaseNeutral
class ReadOnlyBlocksIT extends ToolApi {
    private static final String RULES = "{'label':'rules','writable':false,'provider':{'type':'search'}}";
    private static final String GUIDES = "{'label':'guides','writable':false,'provider':{'type':'skills'}}";
    private static final String POLICY = "{'label':'policy','writable':false}";

    @ParameterizedTest
    @CsvSource({"rules", "guides", "policy"})
    void toolsDoNotWriteBlock(String label) {
        var id = sessionWith(RULES, GUIDES, POLICY, MEMORY);
        var labels = list(id).json().at("/tools/0/function/parameters/properties/label/enum");
        assertEquals(List.of("memory"), texts(labels));
        assertFalse(description(id, "set_context").contains(label));
        for (var arguments : List.of(
                "{'label':'%s','content':'c'}",
                "{'label':'%s','content':'c','key':'k'}", "{'label':'%s','content':'c','metadata':{'title':'t'}}")) {
            assertEquals(
                    "Error: block \"" + label + "\" is read-only",
                    result(id, "set_context", arguments.formatted(label)));
        }
        assertEquals("", content(id, label));
    }

    @Test
    void readingToolsRemain() {
        var id = sessionWith(RULES, GUIDES, POLICY);
        assertEquals(List.of("load_context", "unload_context", "search_context"), names(id));
        call(id, "set_context", "{'label':'rules','content':'c'}").problem(404, "tool-not-found");
        putEntry(id, "rules", "gate", "The gate is closed at nine.", null).expect(201);
        putEntry(id, "guides", "prune", "Cut low.", null).expect(201);
        assertEquals(
                "[gate]\nThe gate is closed at nine.",
                result(id, "search_context", "{'label':'rules','query':'gate'}"));
        assertEquals("Cut low.", result(id, "load_context", "{'label':'guides','key':'prune'}"));
    }

    @Test
    void applicationsWriteBlock() {
        var id = sessionWith(RULES, POLICY);
        putEntry(id, "rules", "gate", "Closed.", null).expect(201);
        putEntry(id, "rules", "gate", "Open.", null).expect(200);
        api().delete(ENTRY, id, "rules", "gate").send().expect(204);
        assertEquals("one", write(id, "policy", "one").expect(200).at("/content"));
        assertEquals("one\ntwo", appendTo(id, "policy", "two").expect(200).at("/content"));
        api().post(BLOCK + "/versions", id, "policy")
                .json("{\"version\":1}")
                .send()
                .expect(200);
    }

    @Test
    void valueOfBlockTellsThatModelCannotWriteIt() {
        var id = sessionWith(RULES, GUIDES, POLICY, KNOWLEDGE);
        for (var label : List.of("rules", "guides", "policy")) {
            assertEquals("false", block(id, label).expect(200).at("/writable"));
        }
        assertEquals("true", block(id, "knowledge").expect(200).at("/writable"));
        addBlock(id, "{'label':'more','writable':true}").expect(201);
        assertEquals("true", block(id, "more").expect(200).at("/writable"));
        var added = addBlock(id, "{'label':'fixed','writable':false}").expect(201);
        assertEquals("false", added.at("/writable"));
    }

    @Test
    void headerHasFirstApplicableTag() {
        var id = sessionWith(RULES, GUIDES, POLICY);
        assertEquals(section("RULES [searchable]", "") + "\n\n" + section("GUIDES [loadable]", ""), promptOf(id));
        write(id, "policy", "Be brief.").expect(200);
        assertTrue(refresh(id).expect(200).at("/prompt").endsWith(section("POLICY [readonly]", "Be brief.")));
    }

    @Test
    void declarationsContainDefaults() {
        var name =
                agent(RULES, "{'label':'m','writable':true,'whenChanged':'remind'}", "{'label':'n','writable':null}");
        var blocks = api().get(AGENT, name).send().expect(200).json().path("context");
        assertEquals(List.of("false", "true", "true"), Json.pluck(blocks, "writable"));
        assertEquals(List.of("remind", "remind", "remind"), Json.pluck(blocks, "whenChanged"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'writable':'no'|400|malformed|/writable",
                "'whenChanged':'never'|422|invalid|/whenChanged",
                "'whenChanged':true|400|malformed|/whenChanged"
            },
            quoteCharacter = '`')
    void invalidMembersAreRefused(String member, int status, String code, String pointer) {
        var refused = addBlock(session(), "{'label':'m'," + member + "}");
        refused.problem(status, code);
        assertEquals(List.of(pointer), refused.all("/errors", "pointer"));
        var agent = declare(api(), unique("agent"), "", "{'label':'m'," + member + "}");
        assertEquals(List.of("/context/0" + pointer), agent.expect(status).all("/errors", "pointer"));
    }
}
