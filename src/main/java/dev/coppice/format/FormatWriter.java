package dev.coppice.format;

import java.util.function.Consumer;

/**
 * Writes a conversation in one shape. It is given what it has a place for only: system messages of texts, users' of texts
 * and files, assistants' of these, thoughts, and calls with their results. For one conversation.
 */
interface FormatWriter {
    /** False for a file that cannot be shown to the model in a message of this role. */
    boolean takes(Role role, Media media);

    /**
     * False for a file that cannot be shown to the model as what a tool gave back.
     *
     * @param failed true when the tool said with it that it failed
     */
    boolean takesInResult(Media media, boolean failed);

    /** False for thoughts that cannot be given back to the model. */
    boolean takes(Part.Reasoning reasoning);

    /** False where thoughts must stand before something that was said. */
    default boolean mayEndWithThoughts() {
        return true;
    }

    /** False for what a page shows and a model is never told. */
    default boolean takes(Part.Aside aside) {
        return false;
    }

    /** True where a system message may stand between others. */
    default boolean hasSystem() {
        return true;
    }

    /** Takes the next; gives out what is complete. */
    void write(ParsedMessage parsedMessage, Consumer<byte[]> out);

    /** Gives out what was held. */
    default void end(Consumer<byte[]> out) {
        // most hold nothing
    }
}
