package dev.coppice.format;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The shapes in which providers of models, and their libraries, take messages. */
public enum MessageFormat {
    /** Chat completions. */
    OPENAI("[!-~]{1,40}"),
    /** Items of responses. */
    OPENAI_RESPONSES("[\\w-]{1,64}"),
    /** Messages of blocks. */
    ANTHROPIC("[\\w-]{1,64}"),
    /** Messages of the UI: what {@code convertToModelMessages} takes. */
    AI_SDK(".+"),
    /** {@code Msg}, as the Java library reads it. */
    AGENTSCOPE(".+");

    private static final Pattern TOOL = Pattern.compile("[\\w-]{1,64}");

    private final Pattern callId;

    MessageFormat(String callId) {
        this.callId = Pattern.compile(callId, Pattern.DOTALL);
    }

    /** The shape of a word; 400 {@code malformed} for any other. */
    public static MessageFormat of(String word) {
        return Arrays.stream(values())
                .filter(shape -> shape.word().equals(word))
                .findFirst()
                .orElseThrow(() -> Problem.at(
                        "format",
                        Code.MALFORMED,
                        "format is one of "
                                + Arrays.stream(values())
                                        .map(MessageFormat::word)
                                        .collect(Collectors.joining(", ")) + "."));
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** True where calls may have inputs that are no objects, and tools any name. */
    boolean isLenient() {
        return this == AI_SDK;
    }

    boolean isCallId(String id) {
        return callId.matcher(id).matches();
    }

    boolean isTool(String name) {
        return isLenient() ? !name.isEmpty() : TOOL.matcher(name).matches();
    }

    /** Writes one conversation. */
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
