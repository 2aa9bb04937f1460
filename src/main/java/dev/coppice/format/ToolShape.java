package dev.coppice.format;

/** In which of the known ways a call of a tool, or its result, is written down. */
enum ToolShape {
    /** AI SDK, messages of its UI: call and output are one part. */
    UI,
    /** AI SDK, messages of its models: {@code tool-call} and {@code tool-result} parts. */
    MODEL,
    /** OpenAI's chat: {@code tool_calls}, answered by messages of the role {@code tool}. */
    CHAT,
    /** OpenAI's responses: {@code function_call} and {@code function_call_output}, kept as parts. */
    RESPONSES,
    /** Anthropic: {@code tool_use} blocks, answered by {@code tool_result} blocks in the user's next message. */
    ANTHROPIC,
    /** AgentScope: the same blocks, but the result has the call's {@code id}. */
    AGENTSCOPE
}
