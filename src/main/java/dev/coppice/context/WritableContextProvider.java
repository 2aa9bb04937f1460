package dev.coppice.context;

/** A provider whose text may be replaced, also by the model. */
public interface WritableContextProvider extends ContextProvider {
    /** Replaces the text. Its size has been checked against the block's {@code maxTokens}. */
    void set(BlockUse use, String content);
}
