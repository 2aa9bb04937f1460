package dev.coppice.context;

/**
 * Provider of a {@code stored} block, whose text is stored in the database.
 *
 * @param storedBlocks reads and writes the text
 * @param owner owner of the text
 * @param initial the text until a text is first written to the block
 */
record StoredTextProvider(StoredBlocks storedBlocks, BlockOwnerKey owner, String initial)
        implements WritableContextProvider {
    @Override
    public String get(BlockRef block) {
        return text(block).content();
    }

    /**
     * Returns the text with its version. If no text was ever written, returns the initial text with version 0, even if
     * the block had entries under another provider. If the session has no owner of this scope (for example no user),
     * returns an empty text with version 0.
     */
    StoredBlocks.Text text(BlockRef block) {
        var text = storedBlocks.text(owner, block.label());
        return text.version() == 0 ? new StoredBlocks.Text(owner.exists() ? initial : "", 0) : text;
    }

    @Override
    public void set(BlockRef block, String content) {
        storedBlocks.write(owner, block.label(), content);
    }
}
