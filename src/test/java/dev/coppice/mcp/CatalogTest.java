package dev.coppice.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaId;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion;
import dev.coppice.Problem;
import dev.coppice.http.OpenApiDocument;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CatalogTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Catalog catalog = loaded();

    private static Catalog loaded() {
        var catalog = new Catalog();
        catalog.load();
        return catalog;
    }

    private static Binding binding(boolean canWrite, String tools) {
        return new Binding("t", canWrite, null, "", null, null, ToolGroups.of(tools));
    }

    private List<String> names(boolean canWrite, String tools) {
        return catalog.toolsFor(binding(canWrite, tools)).stream()
                .map(json -> Members.of(json).text("name"))
                .toList();
    }

    @Test
    void groupsDivideTheTools() {
        assertEquals(14, names(true, null).size());
        assertEquals(names(true, null), names(true, "chatgpt,all"));
        assertEquals(List.of("search", "fetch"), names(true, "chatgpt"));
        assertEquals(
                List.of("conversation_search", "recent_conversations", "read_conversation", "get_prompt"),
                names(true, "read"));
        assertEquals(List.of("append_messages", "fork_conversation", "compact_conversation"), names(true, "write"));
        assertEquals(5, names(true, "memory").size());
        assertEquals(7, names(true, "write, read").size());
        assertThrows(Problem.class, () -> ToolGroups.of("Read"));
    }

    @Test
    void readingTokensSeeReadingToolsOnly() {
        assertEquals(9, names(false, "all").size());
        assertEquals(List.of(), names(false, "write"));
        for (var json : catalog.toolsFor(binding(true, null))) {
            var tool = Members.of(json);
            boolean readOnly = tool.object("annotations").flag("readOnlyHint");
            assertEquals(readOnly, names(false, null).contains(tool.text("name")), tool.text("name"));
        }
    }

    @Test
    void schemasAreValid() throws IOException {
        var draft = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(SchemaLocation.of(SchemaId.V202012));
        for (var json : catalog.toolsFor(binding(true, null))) {
            var tool = JSON.readTree(json);
            for (var schema : List.of("inputSchema", "outputSchema")) {
                assertEquals(
                        Set.of(),
                        draft.validate(tool.path(schema)),
                        tool.path("name").asText());
            }
            assertTrue(tool.path("name").asText().matches("[A-Za-z0-9_.-]{1,128}"));
        }
    }

    @Test
    void instructionsNameOnlyToolsThatTheClientSees() {
        for (var canWrite : List.of(true, false)) {
            for (var tools : List.of("all", "read", "memory", "write", "chatgpt", "read,chatgpt", "read,write")) {
                var text = catalog.instructions(binding(canWrite, tools));
                var seen = names(canWrite, tools);
                for (var name : names(true, "read,memory,write")) {
                    assertTrue(!text.contains(name) || seen.contains(name), tools + ": " + text);
                }
            }
        }
        assertTrue(catalog.instructions(binding(true, null)).contains("append_messages"));
        assertTrue(catalog.instructions(binding(true, "chatgpt")).contains("call search with"));
    }

    @Test
    void versionIsThatOfTheApi() {
        var info = (Map<?, ?>) OpenApiDocument.load().get("info");
        assertEquals(info.get("version"), ((Map<?, ?>) catalog.serverInfo()).get("version"));
    }
}
