package dev.coppice.format;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Message formats of model providers and their libraries, into which a history can be converted. Each format has a name
 * in requests ({@link #word}), and a regular expression that matches the call ids that the provider accepts.
 */
public enum MessageFormat {
    /**
     * Vercel's AI SDK. Coppice writes its UI messages, in the form that {@code convertToModelMessages} accepts. Coppice
     * also reads its model messages, with {@code tool-call} and {@code tool-result} parts.
     */
    AI_SDK(".+"),
    /** OpenAI's chat completions: {@code tool_calls}, answered by messages of role {@code tool}. */
    OPENAI("[!-~]{1,40}"),
    /**
     * Items of OpenAI's Responses API, stored as parts: {@code function_call} and {@code function_call_output}, or the
     * same with {@code custom_tool_call}.
     */
    OPENAI_RESPONSES("[\\w-]{1,64}"),
    /**
     * Anthropic's messages: {@code tool_use} blocks, answered by {@code tool_result} blocks in the next user message.
     */
    ANTHROPIC("[\\w-]{1,64}"),
    /**
     * AgentScope's messages ({@code Msg}) as its Java library reads them. They have blocks like Anthropic's, but a tool
     * result has the id of its call as {@code id}.
     */
    AGENTSCOPE(".+");

    private static final Pattern TOOL = Pattern.compile("[\\w-]{1,64}");

    private final Pattern callId;

    MessageFormat(String callId) {
        this.callId = Pattern.compile(callId, Pattern.DOTALL);
    }

    /**
     * Returns the format with this name in requests, for example {@code openai-responses}. Throws 400 {@code malformed}
     * for an unknown name.
     */
    public static MessageFormat of(String word) {
        return Arrays.stream(values())
                .filter(format -> format.word().equals(word))
                .findFirst()
                .orElseThrow(() -> Problem.at(
                        "format",
                        Code.MALFORMED,
                        "Query parameter `format` must be one of "
                                + Arrays.stream(values())
                                        .map(MessageFormat::word)
                                        .collect(Collectors.joining(", ")) + "."));
    }

    /** Returns the name of the format in requests and responses, for example {@code openai-responses}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * True if the format accepts any tool name that is not empty, and any JSON value as the arguments of a call. The
     * other formats require names such as {@code get_weather}, and an object as arguments.
     */
    boolean isLenient() {
        return this == AI_SDK;
    }

    boolean isCallId(String id) {
        return callId.matcher(id).matches();
    }

    boolean isTool(String name) {
        return isLenient() ? !name.isEmpty() : TOOL.matcher(name).matches();
    }

    /** Creates the writer that converts one conversation to this format. */
    FormatWriter writer() {
        return switch (this) {
            case OPENAI -> new ChatWriter();
            case OPENAI_RESPONSES -> new ResponsesWriter();
            case ANTHROPIC -> new AnthropicWriter();
            case AI_SDK -> new UiWriter();
            case AGENTSCOPE -> new AgentScopeWriter();
        };
    }
}
