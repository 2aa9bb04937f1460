package dev.coppice.context;

/**
 * A provider that supports writing, for a block with one text. Applications replace the text over HTTP, and the model
 * replaces it by a tool.
 */
public interface WritableContextProvider extends ContextProvider {
    /** Replaces the text of a block. Coppice has checked the size of the text before it calls this method. */
    void set(BlockRef block, String content);
}
