package dev.coppice.format;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The formats in which model providers and their libraries exchange messages. */
public enum MessageFormat {
    /**
     * Vercel's AI SDK. Written are messages of its UI, as {@code convertToModelMessages} accepts them; read are also those
     * of its models, with {@code tool-call} and {@code tool-result} parts.
     */
    AI_SDK(".+"),
    /** OpenAI's chat completions: {@code tool_calls}, answered by messages of the role {@code tool}. */
    OPENAI("[!-~]{1,40}"),
    /** Items of OpenAI's responses: {@code function_call} and {@code function_call_output}, stored as parts. */
    OPENAI_RESPONSES("[\\w-]{1,64}"),
    /** Anthropic's messages: {@code tool_use} blocks, answered by {@code tool_result} blocks in the next user message. */
    ANTHROPIC("[\\w-]{1,64}"),
    /** AgentScope's {@code Msg}, as its Java library reads it: the same blocks, but a result has the call's {@code id}. */
    AGENTSCOPE(".+");

    private static final Pattern TOOL = Pattern.compile("[\\w-]{1,64}");

    private final Pattern callId;

    MessageFormat(String callId) {
        this.callId = Pattern.compile(callId, Pattern.DOTALL);
    }

    /** The format of this name in requests; 400 {@code malformed} for an unknown one. */
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

    /** The name of the format in requests and answers. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** True when inputs of calls need not be objects and tools may have any name. */
    boolean isLenient() {
        return this == AI_SDK;
    }

    boolean isCallId(String id) {
        return callId.matcher(id).matches();
    }

    boolean isTool(String name) {
        return isLenient() ? !name.isEmpty() : TOOL.matcher(name).matches();
    }

    /** A writer for one conversation. */
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
