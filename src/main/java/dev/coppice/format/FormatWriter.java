package dev.coppice.format;

import java.util.function.Consumer;

/**
 * Writes a conversation in one message format. {@link Conversion} passes only content that the format can represent:
 * texts; files, reasoning and {@link Content.Aside} parts that a method {@code takes} accepts; and tool calls with
 * their results ({@link Content.Pair}). Reasoning and calls occur in assistant messages only. A {@link Content.Step}
 * may occur too; most writers ignore it. For one conversation; not thread-safe.
 */
interface FormatWriter {
    /**
     * True if the format accepts this file in a message of this role. {@link ContentFilter} removes other files before
     * {@link #write} is called.
     */
    boolean takes(Role role, Media media);

    /**
     * True if the format accepts this file in the output of a tool.
     *
     * @param failed true if the tool failed
     */
    boolean takesInResult(Media media, boolean failed);

    /** True if the provider of this format accepts this reasoning as input. */
    boolean takes(Content.Reasoning reasoning);

    /**
     * True if the format allows reasoning as the last part of a message. If not, {@link Conversion} removes the
     * reasoning from the end of each message.
     */
    default boolean mayEndWithThoughts() {
        return true;
    }

    /**
     * True if the format can represent this part, which no other format can represent, for example data for the user
     * interface. False by default.
     */
    default boolean takes(Content.Aside aside) {
        return false;
    }

    /**
     * True if the format allows a system message after other messages. If not, {@link ContentFilter} turns every system
     * message with a text into a user message.
     */
    default boolean hasSystem() {
        return true;
    }

    /**
     * Adds the next message of the conversation. Passes each converted message that is complete after it to
     * {@code out}, in their order, as a JSON object in UTF-8.
     */
    void write(ModelMessage message, Consumer<byte[]> out);

    /** Ends the conversation. If a message is still held in memory, passes it to {@code out}. */
    default void end(Consumer<byte[]> out) {
        // Nothing to do: most writers buffer no message.
    }
}
