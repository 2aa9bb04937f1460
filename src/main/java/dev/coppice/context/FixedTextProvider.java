package dev.coppice.context;

/** Provides the text of the block's declaration; an empty text when the declared bean does not exist. */
record FixedTextProvider(String text) implements ContextProvider {
    @Override
    public String get(BlockRef block) {
        return text;
    }
}
