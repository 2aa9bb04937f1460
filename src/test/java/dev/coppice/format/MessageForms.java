package dev.coppice.format;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * All forms in which the supported formats write texts and tool calls. A text is {@code wordtext}, reasoning is {@code
 * wordthought}. The tool {@code get} is called with {@code wordinput} and the call id {@code c}, and returns {@code
 * wordoutput}. In JSON literals, single quotes stand for double quotes.
 */
final class MessageForms {
    private static final Pattern WORD = Pattern.compile("word(text|thought|input|output)");

    private MessageForms() {}

    /** A message without tools. */
    record TextForm(String name, String message) {
        byte[] bytes() {
            return MessageForms.bytes(message);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * A tool call with its result.
     *
     * @param result message with the result; null if the message with the call contains it
     * @param waiting message with the call but without its result
     */
    record ToolForm(String name, String call, String result, String waiting) {
        ToolForm(String name, String call, String result) {
            this(name, call, result, call);
        }

        List<byte[]> messages() {
            return Stream.of(call, result)
                    .filter(message -> message != null)
                    .map(MessageForms::bytes)
                    .toList();
        }

        /** Returns this form with another tool, input (members of an object) and output (text). */
        ToolForm with(String tool, String input, String output) {
            return new ToolForm(
                    name,
                    replaced(call, tool, input, output),
                    result == null ? null : replaced(result, tool, input, output),
                    replaced(waiting, tool, input, output));
        }

        private static String replaced(String message, String tool, String input, String output) {
            return message.replace("tool-get", "tool-" + tool)
                    .replace("'get'", "'" + tool + "'")
                    .replace("\\'q\\':\\'wordinput\\'", input.replace("'", "\\'"))
                    .replace("'q':'wordinput'", input)
                    .replace("wordoutput", output);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static byte[] bytes(String message) {
        return message.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the words in a text, in order. */
    static List<String> words(String text) {
        return WORD.matcher(text).results().map(found -> found.group()).toList();
    }

    static String words(List<byte[]> messages) {
        var text = new StringBuilder();
        messages.forEach(message ->
                text.append(new String(message, StandardCharsets.UTF_8)).append('\n'));
        return String.join(" ", words(text.toString()));
    }

    /** Returns the types of the parts that are results; an empty string for a message that is a result itself. */
    static List<String> results(List<byte[]> messages) {
        return messages.stream()
                .flatMap(message -> ToolMark.of(ParsedMessage.of(message)).stream())
                .filter(ToolMark::isResult)
                .map(mark -> mark.part() == null ? "" : mark.part().type())
                .toList();
    }

    static Stream<TextForm> texts() {
        return Stream.of(
                text("AI SDK: text part", "'parts':[{'type':'text','text':'wordtext'}]"),
                text("OpenAI chat: string", "'content':'wordtext'"),
                text("OpenAI chat: text part", "'content':[{'type':'text','text':'wordtext'}]"),
                text("OpenAI chat: refusal", "'content':null,'refusal':'wordtext'"),
                text("OpenAI chat: refusal part", "'content':[{'type':'refusal','refusal':'wordtext'}]"),
                text("OpenAI responses: output text", "'content':[{'type':'output_text','text':'wordtext'}]"),
                text("OpenAI responses: input text", "'content':[{'type':'input_text','text':'wordtext'}]"),
                text(
                        "OpenAI responses: message item as part",
                        "'content':[{'type':'message','id':'m','role':'assistant','stop_reason':'end_turn',"
                                + "'content':[{'type':'text','text':'wordtext'}]}]"),
                text("Anthropic: text block", "'content':[{'type':'text','text':'wordtext','citations':[]}]"),
                text("AgentScope: text block", "'name':'Friday','content':[{'type':'text','text':'wordtext'}]"),
                text("bare string as part", "'content':['wordtext']"));
    }

    static Stream<TextForm> thoughts() {
        return Stream.of(
                text("AI SDK: reasoning part", "'parts':[{'type':'reasoning','text':'wordthought'}]"),
                text("AI SDK: reasoning of a model message", "'content':[{'type':'reasoning','text':'wordthought'}]"),
                text(
                        "OpenAI responses: reasoning item",
                        "'content':[{'type':'reasoning','id':'rs','summary':[{'type':'summary_text','text':'wordthought'}]}]"),
                text(
                        "Anthropic: thinking block",
                        "'content':[{'type':'thinking','thinking':'wordthought','signature':'s'}]"),
                text(
                        "AgentScope: thinking block",
                        "'name':'Friday','content':[{'type':'thinking','thinking':'wordthought'}]"));
    }

    private static TextForm text(String name, String members) {
        return new TextForm(name, "{'id':'m','role':'assistant'," + members + "}");
    }

    static Stream<ToolForm> tools() {
        return Stream.concat(uiTools(), Stream.concat(partTools(), chatTools()));
    }

    /** Forms in which one part contains both the call and its result. */
    private static Stream<ToolForm> uiTools() {
        var input = "'toolCallId':'c','input':{'q':'wordinput'}";
        return Stream.of(
                ui("AI SDK: tool part", "'type':'tool-get'," + input, "'output':'wordoutput'"),
                ui("AI SDK: dynamic tool", "'type':'dynamic-tool','toolName':'get'," + input, "'output':'wordoutput'"),
                ui(
                        "MCP: text result in a tool part",
                        "'type':'tool-get'," + input,
                        "'output':{'content':[{'type':'text','text':'wordoutput'}],'isError':false}"),
                ui(
                        "AI SDK: tool part with args",
                        "'type':'tool-get','toolCallId':'c','args':{'q':'wordinput'}",
                        "'result':'wordoutput'"),
                new ToolForm(
                        "AI SDK 4: tool invocation",
                        invocation("'state':'result'", ",'result':'wordoutput'"),
                        null,
                        invocation("'state':'call'", "")));
    }

    private static ToolForm ui(String name, String members, String output) {
        var form = "{'id':'m','role':'assistant','parts':[{" + members + ",'state':'%s'%s}]}";
        return new ToolForm(
                name, form.formatted("output-available", "," + output), null, form.formatted("input-available", ""));
    }

    private static String invocation(String state, String result) {
        return "{'id':'m','role':'assistant','parts':[{'type':'tool-invocation','toolInvocation':{" + state
                + ",'toolCallId':'c','toolName':'get','args':{'q':'wordinput'}" + result + "}}]}";
    }

    /** Forms in which call and result are parts of two messages. */
    private static Stream<ToolForm> partTools() {
        return Stream.of(
                parts(
                        "AI SDK: model messages",
                        "'type':'tool-call','toolCallId':'c','toolName':'get','input':{'q':'wordinput'}",
                        "'role':'tool'",
                        "'type':'tool-result','toolCallId':'c','toolName':'get','output':{'type':'text','value':'wordoutput'}"),
                parts(
                        "AI SDK 4: model messages",
                        "'type':'tool-call','toolCallId':'c','toolName':'get','args':{'q':'wordinput'}",
                        "'role':'tool'",
                        "'type':'tool-result','toolCallId':'c','toolName':'get','result':'wordoutput'"),
                parts(
                        "OpenAI responses: items",
                        "'type':'function_call','call_id':'c','name':'get','arguments':'{\\'q\\':\\'wordinput\\'}'",
                        "'role':'tool'",
                        "'type':'function_call_output','call_id':'c','output':'wordoutput'"),
                parts(
                        "OpenAI responses: items of a custom tool",
                        "'type':'custom_tool_call','call_id':'c','name':'get','input':'{\\'q\\':\\'wordinput\\'}'",
                        "'role':'tool'",
                        "'type':'custom_tool_call_output','call_id':'c','output':'wordoutput'"),
                parts(
                        "Anthropic: text as result",
                        "'type':'tool_use','id':'c','name':'get','input':{'q':'wordinput'}",
                        "'role':'user'",
                        "'type':'tool_result','tool_use_id':'c','content':'wordoutput'"),
                parts(
                        "Anthropic: blocks as result",
                        "'type':'tool_use','id':'c','name':'get','input':{'q':'wordinput'}",
                        "'role':'user'",
                        "'type':'tool_result','tool_use_id':'c','content':[{'type':'text','text':'wordoutput'}]"),
                new ToolForm(
                        "AgentScope: blocks",
                        "{'id':'m','name':'Friday','role':'assistant','content':[{'type':'tool_use','id':'c','name':'get','input':{'q':'wordinput'}}]}",
                        "{'id':'r','name':'system','role':'system','content':[{'type':'tool_result','id':'c','name':'get','output':[{'type':'text','text':'wordoutput'}]}]}"));
    }

    private static ToolForm parts(String name, String call, String role, String result) {
        return new ToolForm(
                name,
                "{'id':'m','role':'assistant','content':[{" + call + "}]}",
                "{'id':'r'," + role + ",'content':[{" + result + "}]}");
    }

    /** Forms in which the call is in {@code tool_calls} and the result is a message. */
    private static Stream<ToolForm> chatTools() {
        var function = "'type':'function','function':{'name':'get','arguments':'{\\'q\\':\\'wordinput\\'}'}";
        return Stream.of(
                chat("OpenAI chat: string as result", function, "'role':'tool'", "'wordoutput'"),
                chat(
                        "OpenAI chat: parts as result",
                        function,
                        "'role':'tool'",
                        "[{'type':'text','text':'wordoutput'}]"),
                chat("OpenAI chat: role function", function, "'role':'function'", "'wordoutput'"),
                chat(
                        "OpenAI chat: custom tool",
                        "'type':'custom','custom':{'name':'get','input':'{\\'q\\':\\'wordinput\\'}'}",
                        "'role':'tool'",
                        "'wordoutput'"),
                chat(
                        "tool_calls with args",
                        "'type':'tool_call','name':'get','args':{'q':'wordinput'}",
                        "'role':'tool'",
                        "'wordoutput'"));
    }

    private static ToolForm chat(String name, String call, String role, String content) {
        return new ToolForm(
                name,
                "{'id':'m','role':'assistant','content':null,'tool_calls':[{'id':'c'," + call + "}]}",
                "{'id':'r'," + role + ",'tool_call_id':'c','content':" + content + "}");
    }
}
