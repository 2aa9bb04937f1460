package dev.coppice.context;

/**
 * Provides a text that cannot be changed: the text in the block's declaration, or an empty text when the declared bean
 * does not exist.
 */
record FixedTextProvider(String text) implements ContextProvider {
    @Override
    public String get(BlockRef block) {
        return text;
    }
}
