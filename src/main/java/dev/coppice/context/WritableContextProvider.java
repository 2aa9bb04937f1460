package dev.coppice.context;

/** A provider whose text can be replaced, over HTTP and by the model. */
public interface WritableContextProvider extends ContextProvider {
    /** Replaces the text of a block. The caller has already checked the size of the text. */
    void set(BlockRef block, String content);
}
