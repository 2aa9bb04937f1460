package dev.coppice.context;

/**
 * A provider that supports writing, for a block with one text. Applications replace the text over HTTP, or append to
 * it. The model can do the same by a tool, unless the block is declared with {@code "writable": false}.
 */
public interface WritableContextProvider extends ContextProvider {
    /**
     * Replaces the text of a block; for an append, {@code content} is the whole new text. Coppice has checked the size
     * of the text before it calls this method.
     */
    void set(BlockRef block, String content);
}
