package dev.coppice.context;

/**
 * A text in the database.
 *
 * @param initial what the block has until it is first written
 */
record StoredText(Stores stores, ContentOwner owner, String initial) implements WritableContextProvider {
    @Override
    public String get(BlockUse use) {
        return text(use).content();
    }

    /** The text with its version. */
    Stores.Text text(BlockUse use) {
        var text = stores.text(owner, use.label());
        return text.version() == 0 ? new Stores.Text(owner.isThere() ? initial : "", 0) : text;
    }

    @Override
    public void set(BlockUse use, String content) {
        stores.write(owner, use.label(), content);
    }
}
