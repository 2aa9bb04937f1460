package dev.coppice.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.format.FileForms.FileForm;
import dev.coppice.format.MessageForms.TextForm;
import dev.coppice.format.MessageForms.ToolForm;
import dev.coppice.support.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that all consumers of messages support every form of a text or tool call: what is counted is also found and
 * converted.
 */
class MessageFormsTest {
    private static final String FORMS = "dev.coppice.format.MessageForms#";
    private static final byte[] QUESTION = MessageForms.bytes("{'id':'q','role':'user','content':'?'}");

    /** Members of the arguments of a {@code load_context} call that loads {@link #SKILL}. */
    private static final String SKILL_INPUT = "'label':'skills','key':'pdf'";

    private static final LoadedSkill SKILL = new LoadedSkill("skills", "pdf");

    /** OpenAI's deprecated {@code function_call}. It has no call id, so it can be neither paired nor converted. */
    private static final byte[] FUNCTION_CALL = MessageForms.bytes("{'id':'m','role':'assistant','content':null,"
            + "'function_call':{'name':'get','arguments':'{\\'q\\':\\'wordinput\\'}'}}");

    private static String text(byte[] message) {
        return new String(message, StandardCharsets.UTF_8);
    }

    /** Returns the words in the texts that are passed to the token counter. */
    private static String counted(byte[] message) {
        var words = new ArrayList<String>();
        var body = MessageBody.of(message).countedBy(text -> {
            words.addAll(MessageForms.words(text));
            return 1;
        });
        assertTrue(body.tokens() > Tokens.PER_MESSAGE, "not counted");
        assertEquals(body.tokens(), MessageTokens.of(message, text -> 1));
        return String.join(" ", words);
    }

    @ParameterizedTest
    @MethodSource(FORMS + "texts")
    void textIsKnownToAllConsumers(TextForm form) {
        assertEquals("wordtext", counted(form.bytes()));
        assertEquals(new MessageText("wordtext", ""), MessageText.of(form.bytes()));
        assertEquals("wordtext", MessageBody.of(form.bytes()).preview());
        assertEquals("[assistant]\nwordtext", Transcript.of(List.of(form.bytes()), 1000));
    }

    @ParameterizedTest
    @MethodSource(FORMS + "thoughts")
    void reasoningIsKnownToAllConsumers(TextForm form) {
        assertEquals("wordthought", counted(form.bytes()));
        assertEquals(new MessageText("", "wordthought"), MessageText.of(form.bytes()));
        assertEquals("wordthought", MessageBody.of(form.bytes()).preview());
        assertEquals("[assistant]\n(no text)", Transcript.of(List.of(form.bytes()), 1000));
    }

    @ParameterizedTest
    @MethodSource(FORMS + "tools")
    void toolUseIsCountedFoundAndTranscribed(ToolForm form) {
        var aside = new StringBuilder();
        var counted = new ArrayList<String>();
        for (var message : form.messages()) {
            counted.add(counted(message));
            assertEquals("", MessageText.of(message).said());
            aside.append(MessageText.of(message).aside()).append('\n');
        }
        assertEquals("wordinput wordoutput", String.join(" ", counted));
        assertEquals(List.of("wordinput", "wordoutput"), MessageForms.words(aside.toString()));
        assertTrue(aside.toString().startsWith("get\n"), aside.toString());
        var transcript = Transcript.of(form.messages(), 1000);
        assertTrue(transcript.matches("(?s).*\\[Tool: get]\nInput: .*wordinput.*\nOutput: .*wordoutput.*"), transcript);
        assertEquals(List.of("get"), ParsedMessage.of(form.messages().get(0)).calledTools());
    }

    @ParameterizedTest
    @MethodSource(FORMS + "tools")
    void callAndResultArePaired(ToolForm form) {
        var pairs = ToolPairs.of(form.messages().stream().map(ToolUse::of).toList());
        assertEquals(form.result() == null ? List.of() : List.of(new ToolPairs.Pair("c", 0, 1)), pairs.pairs());
        assertEquals(List.of(), pairs.waiting());
        assertEquals(List.of(), pairs.orphans());
        assertEquals(List.of(), PairRepair.of(form.messages()).diagnostics());
        var waiting = ToolUse.of(MessageForms.bytes(form.waiting()));
        assertEquals(new ToolUse(List.of(), List.of("c")), waiting);
    }

    @ParameterizedTest
    @MethodSource(FORMS + "tools")
    void interruptedCallIsRepaired(ToolForm form) {
        var repaired = PairRepair.of(List.of(MessageForms.bytes(form.waiting()), QUESTION));
        assertEquals(List.of(new Diagnostic(Diagnostic.Kind.CALL_WITHOUT_RESULT, "m", "c")), repaired.diagnostics());
        assertEquals(List.of(), PairRepair.of(repaired.messages()).diagnostics());
        assertEquals(MessageForms.results(form.messages()), MessageForms.results(repaired.messages()));
        var transcript = Transcript.of(repaired.messages(), 1000);
        assertTrue(transcript.matches("(?s).*wordinput.*Output:.*\\Q" + Interruption.TEXT + "\\E.*"), transcript);
    }

    @ParameterizedTest
    @MethodSource(FORMS + "tools")
    void resultWithoutCallIsLeftOut(ToolForm form) {
        if (form.result() != null) {
            var repaired = PairRepair.of(List.of(MessageForms.bytes(form.result())));
            assertEquals(List.of(), repaired.messages());
            assertEquals(
                    List.of(new Diagnostic(Diagnostic.Kind.RESULT_WITHOUT_CALL, "r", "c")), repaired.diagnostics());
        }
    }

    @ParameterizedTest
    @MethodSource(FORMS + "tools")
    void longOutputIsTruncated(ToolForm form) {
        var messages = form.with("get", "'q':'" + "i".repeat(600) + "'", "o".repeat(600))
                .messages();
        var truncated = text(Truncation.of(messages.get(messages.size() - 1))).replaceAll("i{600}", "");
        assertTrue(truncated.contains("… [truncated 600 chars]"), truncated);
        assertFalse(truncated.contains("o".repeat(501)), truncated);
        assertTrue(text(Truncation.of(messages.get(0))).contains("i".repeat(600)), "the input was truncated");
    }

    @ParameterizedTest
    @MethodSource(FORMS + "texts")
    void longTextIsTruncated(TextForm form) {
        if (form.name().equals("bare string as part")) {
            return; // A part that is no object is never truncated; no format defines such parts.
        }
        var message = MessageForms.bytes(form.message().replace("wordtext", "t".repeat(10_001)));
        assertTrue(text(Truncation.of(message)).contains("… [truncated 10001 chars]"));
    }

    @ParameterizedTest
    @MethodSource(FORMS + "tools")
    void loadedSkillIsFoundAndUnloaded(ToolForm form) {
        var messages = form.with(SkillCalls.TOOL, SKILL_INPUT, "the document").messages();
        var calls = messages.stream()
                .flatMap(message -> SkillCalls.of(message).stream())
                .toList();
        assertEquals(SKILL, calls.get(0).skill());
        assertEquals("c", calls.get(calls.size() - 1).callId());
        assertTrue(calls.get(calls.size() - 1).output() != null, calls.toString());
        var last = messages.get(messages.size() - 1);
        var unloaded = text(SkillCalls.unloaded(last, SKILL, Set.of("c")));
        assertTrue(unloaded.contains("[skill unloaded: pdf]") && !unloaded.contains("the document"), unloaded);
        var other = form.with("get", SKILL_INPUT, "the document").messages().get(0);
        assertTrue(SkillCalls.of(other).stream().allMatch(SkillCall::isResult), text(other));
    }

    private static Stream<Arguments> conversions() {
        return MessageForms.tools()
                .flatMap(form -> Stream.of(MessageFormat.values()).map(format -> Arguments.of(form, format)));
    }

    private static List<byte[]> converted(MessageFormat format, List<byte[]> messages) {
        var conversion = new Conversion(format, true, true);
        var converted = new ArrayList<>(conversion.next(QUESTION));
        messages.forEach(message -> converted.addAll(conversion.next(message)));
        converted.addAll(conversion.end());
        FormatRules.of(format).check(converted.stream().map(Json::parse).toList(), true);
        var reports = new ArrayList<>(conversion.diagnostics());
        reports.removeIf(report -> report.kind() == Diagnostic.Kind.INPUT_WRAPPED); // custom tools: CustomCallsTest
        assertEquals(List.of(), reports);
        return converted;
    }

    @ParameterizedTest
    @MethodSource("conversions")
    void toolUseIsConvertedAndCounted(ToolForm form, MessageFormat format) {
        var converted = converted(format, form.messages());
        assertEquals("wordinput wordoutput", MessageForms.words(converted));
        var counted = new ArrayList<String>();
        for (var message : converted) {
            MessageTokens.of(message, text -> {
                counted.addAll(MessageForms.words(text));
                return 1;
            });
        }
        assertEquals(List.of("wordinput", "wordoutput"), counted);
        assertEquals(List.of(), PairRepair.of(converted).diagnostics());
    }

    @ParameterizedTest
    @EnumSource
    void textIsConverted(MessageFormat format) {
        MessageForms.texts()
                .forEach(form -> assertEquals(
                        "wordtext", MessageForms.words(converted(format, List.of(form.bytes()))), form.name()));
    }

    @ParameterizedTest
    @EnumSource(names = {"AI_SDK", "AGENTSCOPE"})
    void reasoningIsConvertedWhereItsFormatAllows(MessageFormat format) {
        MessageForms.thoughts()
                .forEach(form -> assertEquals(
                        "wordthought", MessageForms.words(converted(format, List.of(form.bytes()))), form.name()));
    }

    /** Parts with the error message of a failed tool, in each form that has a member for it. */
    private static final List<String> ERRORS = List.of(
            "{'type':'tool-get','toolCallId':'c','state':'output-error','input':{'q':'wordinput'},'errorText':'wordoutput'}",
            "{'type':'dynamic-tool','toolName':'get','toolCallId':'c','state':'output-error','input':{'q':'wordinput'},"
                    + "'errorText':'wordoutput'}");

    @ParameterizedTest
    @FieldSource("ERRORS")
    void errorTextIsKnownToAllConsumers(String part) {
        var form = new ToolForm("error", "{'id':'m','role':'assistant','parts':[" + part + "]}", null, null);
        var message = form.messages().get(0);
        toolUseIsCountedFoundAndTranscribed(form);
        assertEquals(ToolUse.NONE, ToolUse.of(message));
        var cut = text(Truncation.of(MessageForms.bytes(form.call().replace("wordoutput", "o".repeat(600)))));
        assertTrue(cut.contains("… [truncated 600 chars]"), cut);
        for (var format : MessageFormat.values()) {
            assertEquals("wordinput wordoutput", MessageForms.words(converted(format, List.of(message))));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tool-approval-request", "tool-approval-response", "tool-error"})
    void partAboutCallIsNoCall(String type) {
        var message = MessageForms.bytes("{'role':'assistant','content':[{'type':'" + type + "','toolCallId':'c'}]}");
        assertEquals(List.of(), ParsedMessage.of(message).calledTools());
    }

    @Test
    void oldFunctionCallIsCountedFoundAndTranscribedAndReportedByConversions() {
        assertEquals("wordinput", counted(FUNCTION_CALL));
        assertEquals("get\nq wordinput", MessageText.of(FUNCTION_CALL).aside());
        assertEquals(List.of("get"), ParsedMessage.of(FUNCTION_CALL).calledTools());
        assertTrue(Transcript.of(List.of(FUNCTION_CALL), 1000).contains("[Tool: get]\nInput: {\"q\":\"wordinput\"}"));
        for (var format : MessageFormat.values()) {
            var conversion = new Conversion(format, false, true);
            conversion.next(FUNCTION_CALL);
            assertEquals("function_call", conversion.diagnostics().get(0).detail());
        }
    }

    @Test
    void reasoningBesideTheContentIsFoundButNotCounted() {
        var message = MessageForms.bytes("{'role':'assistant','content':'','reasoning_content':'wordthought'}");
        assertEquals("wordthought", MessageText.of(message).aside());
        assertEquals(Tokens.PER_MESSAGE, MessageBody.of(message).tokens());
    }

    /** A counter that counts no text and remembers the longest one. */
    private static final class LongestText implements TokenCounter {
        int length;

        @Override
        public int count(String text) {
            length = Math.max(length, text.length());
            return 0;
        }
    }

    @ParameterizedTest
    @MethodSource("dev.coppice.format.FileForms#files")
    void fileIsCountedByItsKindAndSize(FileForm form) {
        var counter = new LongestText();
        long tokens = MessageTokens.of(form.bytes(), counter);
        assertEquals(form.tokens(), tokens - Tokens.PER_MESSAGE);
        assertEquals(tokens, MessageBody.of(form.bytes()).countedBy(counter).tokens());
        assertTrue(counter.length < 200, () -> "a text of " + counter.length + " characters was counted");
        var estimate = MessageBody.of(form.bytes()).tokens();
        assertTrue(estimate >= form.tokens() && estimate < form.tokens() + 60, estimate + " tokens");
    }

    /** No provider accepts a part of an image. */
    @ParameterizedTest
    @MethodSource("dev.coppice.format.FileForms#files")
    void imageInLongOutputIsMentioned(FileForm form) {
        if (!form.message().contains("'role':'tool'") || form.name().equals("data URL in a tool part")) {
            return;
        }
        var truncated = text(Truncation.of(form.bytes()));
        assertTrue(truncated.contains("[image (image/png) left out]"), truncated);
        assertFalse(truncated.contains("iVBOR"), truncated);
    }

    /** The converted message has the same image and so the same tokens. */
    @ParameterizedTest
    @MethodSource("dev.coppice.format.FileForms#files")
    void imageHasSameTokensInEveryFormat(FileForm form) {
        if (form.tokens() != FileForms.IMAGE_TOKENS || !form.message().contains("'role':'user','")) {
            return;
        }
        for (var format : MessageFormat.values()) {
            var conversion = new Conversion(format, true, true);
            var converted = new ArrayList<>(conversion.next(form.bytes()));
            converted.addAll(conversion.end());
            long tokens = converted.stream()
                    .mapToLong(message -> MessageTokens.of(message, text -> 0) - Tokens.PER_MESSAGE)
                    .sum();
            assertEquals(form.tokens(), tokens, format + " " + conversion.diagnostics());
        }
    }

    @Test
    void textOfFileIsNotFound() {
        var message = MessageForms.bytes(
                "{'role':'user','parts':[{'type':'file','mediaType':'text/plain','url':'data:,wordtext','text':'wordtext'}]}");
        assertEquals(new MessageText("", ""), MessageText.of(message));
    }
}
