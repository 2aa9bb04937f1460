package dev.coppice.context;

/**
 * Provider of a {@code text} block, whose text cannot be changed: the text in the block's declaration. Also stands for
 * a declared bean that does not exist, with an empty text.
 */
record FixedTextProvider(String text) implements ContextProvider {
    @Override
    public String get(BlockRef block) {
        return text;
    }
}
