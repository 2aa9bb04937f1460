package dev.coppice.format;

import java.util.function.Consumer;

/**
 * Writes a conversation in one message format. {@link Conversion} passes only content that the format can represent:
 * system messages with texts; user messages with texts and files; assistant messages with texts, files, reasoning, and
 * calls with their results. For one conversation; not thread-safe.
 */
interface FormatWriter {
    /** True if the format accepts this file in a message of this role. */
    boolean takes(Role role, Media media);

    /**
     * True if the format accepts this file in the output of a tool.
     *
     * @param failed true if the tool failed
     */
    boolean takesInResult(Media media, boolean failed);

    /** True if the provider of this format accepts this reasoning as input. */
    boolean takes(Content.Reasoning reasoning);

    /** True if the format allows reasoning as the last part of a message. */
    default boolean mayEndWithThoughts() {
        return true;
    }

    /** True if the format can store this part, which is not meant for the model. */
    default boolean takes(Content.Aside aside) {
        return false;
    }

    /** True if the format allows a system message after other messages. */
    default boolean hasSystem() {
        return true;
    }

    /**
     * Adds the next message of the conversation. Passes the converted messages that are complete now to {@code out}, in
     * their order.
     */
    void write(ModelMessage message, Consumer<byte[]> out);

    /** Ends the conversation. If a message is still held in memory, passes it to {@code out}. */
    default void end(Consumer<byte[]> out) {
        // Nothing to do: most writers buffer no message.
    }
}
