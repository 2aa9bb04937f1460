package dev.coppice.context;

/**
 * Provides a text from the database.
 *
 * @param initial the text that is provided until the block is first written
 */
record StoredTextProvider(StoredBlocks storedBlocks, BlockOwnerKey owner, String initial)
        implements WritableContextProvider {
    @Override
    public String get(BlockRef block) {
        return text(block).content();
    }

    /** Returns the text with its version; version 0 when the block was never written. */
    StoredBlocks.Text text(BlockRef block) {
        var text = storedBlocks.text(owner, block.label());
        return text.version() == 0 ? new StoredBlocks.Text(owner.exists() ? initial : "", 0) : text;
    }

    @Override
    public void set(BlockRef block, String content) {
        storedBlocks.write(owner, block.label(), content);
    }
}
