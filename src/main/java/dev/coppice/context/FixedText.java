package dev.coppice.context;

/** A text that stands in the block's declaration; and nothing at all, where a provider is not there. */
record FixedText(String text) implements ContextProvider {
    @Override
    public String get(BlockUse use) {
        return text;
    }
}
