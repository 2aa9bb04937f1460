package dev.coppice.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentCheckTest {
    private static final ArgumentCheck CHECK = new ArgumentCheck(
            Map.of(
                    "query",
                    Map.of("type", "string", "minLength", 1),
                    "limit",
                    Map.of("type", "integer", "minimum", 1, "maximum", 50),
                    "action",
                    Map.of("type", "string", "enum", List.of("replace", "append")),
                    "flag",
                    Map.of("type", "boolean"),
                    "messages",
                    Map.of("type", "array"),
                    "any",
                    Map.of()),
            List.of("query"));

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{'query':'a'};''",
                "{'query':'a','limit':50,'action':'append','flag':false,'messages':[],'any':{'x':[1]}};''",
                "{'query':'a','limit':null,'action':null};''",
                "{};The argument \"query\" is missing",
                "{'query':null};The argument \"query\" is missing",
                "{'query':7};The argument \"query\" must be a string.",
                "{'query':' '};The argument \"query\" must be a text that is not blank.",
                "{'query':'a','limit':0};The argument \"limit\" must be between 1 and 50.",
                "{'query':'a','limit':99999999999999999999};The argument \"limit\" must be between 1 and 50.",
                "{'query':'a','limit':10.0};''",
                "{'query':'a','limit':1e1};''",
                "{'query':'a','limit':51.0};The argument \"limit\" must be between 1 and 50.",
                "{'query':'a','limit':1e99999999999};The argument \"limit\" must be an integer.",
                "{'query':'a','limit':1e2147483647};The argument \"limit\" must be between 1 and 50.",
                "{'query':'a','limit':100e2147483647};The argument \"limit\" must be an integer.",
                "{'query':'a','limit':0e2147483647};The argument \"limit\" must be between 1 and 50.",
                "{'query':'a','limit':100e-2147483647};The argument \"limit\" must be an integer.",
                "{'query':'a','limit':1.5};The argument \"limit\" must be an integer.",
                "{'query':'a','limit':'5'};The argument \"limit\" must be an integer.",
                "{'query':'a','action':'x'};The argument \"action\" must be one of replace, append.",
                "{'query':'a','flag':'true'};The argument \"flag\" must be a boolean.",
                "{'query':'a','messages':{}};The argument \"messages\" must be an array.",
                "{'query':'a','sessionId':'b'};There is no argument \"sessionId\"",
                "{'query':'a','x\\ny':1};There is no argument \"x y\"",
                "{'query':'a','x\\ud800':1};There is no argument \"x?\""
            })
    void faultSaysWhatToPass(String arguments, String expected) {
        var members = Members.of(arguments.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        var fault = CHECK.fault(members).orElse("");
        assertEquals(expected, fault.replaceAll("; arguments: .*", ""));
    }

    @Test
    void emptyOptionsCountAsAbsent() {
        var arguments = Members.of("{\"query\":\"\",\"action\":\"\",\"limit\":10.0,\"other\":\"\"}".getBytes());
        var kept = CHECK.withoutEmpty(arguments);
        assertEquals(Set.of("query", "limit", "other"), kept.names());
        assertEquals(10, kept.number("limit", 1));
        assertEquals("{\"query\":\"\",\"limit\":10.0,\"other\":\"\"}", new String(kept.toJson()));
    }

    @Test
    void emptyNamespaceIsTheDefaultOne() {
        var check = new ArgumentCheck(Map.of("namespace", Map.of("type", "string")), List.of());
        assertEquals(
                Set.of("namespace"),
                check.withoutEmpty(Members.of("{\"namespace\":\"\"}".getBytes()))
                        .names());
    }
}
