package dev.coppice.context;

/**
 * Provider of a {@code text} block: returns the fixed text in the block's declaration. Also used, with an empty text,
 * if a block declares a bean that does not exist.
 */
record FixedTextProvider(String text) implements ContextProvider {
    @Override
    public String get(BlockRef block) {
        return text;
    }
}
