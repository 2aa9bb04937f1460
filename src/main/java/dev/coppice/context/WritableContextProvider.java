package dev.coppice.context;

/** A provider whose text can be replaced, also by the model. */
public interface WritableContextProvider extends ContextProvider {
    /** Replaces the text. The caller has checked the block's {@code maxTokens}. */
    void set(BlockRef block, String content);
}
