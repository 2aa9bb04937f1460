package dev.coppice.format;

import java.util.function.Consumer;

/**
 * Writes a conversation in one format. It only gets what the format can represent: system messages of texts, user messages
 * of texts and files, assistant messages of these, of reasoning, and of calls with their results. For one conversation; not
 * thread-safe.
 */
interface FormatWriter {
    /** True for a file that the model accepts in a message of this role. */
    boolean takes(Role role, Media media);

    /**
     * True for a file that the model accepts in the output of a tool.
     *
     * @param failed true when the tool failed
     */
    boolean takesInResult(Media media, boolean failed);

    /** True for reasoning that the model accepts back. */
    boolean takes(Content.Reasoning reasoning);

    /** True when reasoning may be the last part of a message. */
    default boolean mayEndWithThoughts() {
        return true;
    }

    /** True for data of a library that the format keeps although the model does not get it. */
    default boolean takes(Content.Aside aside) {
        return false;
    }

    /** True when a system message may follow other messages. */
    default boolean hasSystem() {
        return true;
    }

    /** Takes the next message; passes messages that are complete to {@code out}. */
    void write(ModelMessage message, Consumer<byte[]> out);

    /** Ends the conversation; passes the last message to {@code out}. */
    default void end(Consumer<byte[]> out) {
        // Most writers hold no message back.
    }
}
