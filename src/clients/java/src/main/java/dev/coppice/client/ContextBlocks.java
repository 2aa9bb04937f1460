package dev.coppice.client;

/**
 * Reads and writes the context blocks of a session, which are the sections of its system prompt. Writing a block does
 * not change the frozen prompt; {@link Session#refreshPrompt} does. Thread-safe.
 */
public final class ContextBlocks {
    private static final String ALL = "/v1/sessions/{}/context";
    private static final String ONE = ALL + "/{}";

    private final Session session;

    ContextBlocks(Session session) {
        this.session = session;
    }

    /** Returns the blocks in the order in which the system prompt contains them. */
    public Pages<Block> list() {
        return session.pages(() -> session.get(ALL), "items", Block::of);
    }

    /** Returns the block with this label. Throws {@code block-not-found} if the session has none. */
    public Block get(String label) {
        return Block.of(session.json(session.get(ONE, label)));
    }

    /**
     * Adds a block to the session, after the existing ones.
     *
     * @param maxTokens maximum number of tokens of the block's text
     */
    public Block add(String label, String description, int maxTokens) {
        return add(new Json()
                .put("label", label)
                .put("description", description)
                .put("maxTokens", maxTokens)
                .toString());
    }

    /**
     * Adds a block to the session, after the existing ones.
     *
     * @param json declaration of the block, a JSON object as the API defines it
     */
    public Block add(String json) {
        return Block.of(session.json(session.post(ALL).json(json)));
    }

    /** Replaces the text of a block. */
    public Block write(String label, String text) {
        return Block.of(session.json(session.request("PUT", ONE, label).json(content(text))));
    }

    /** Appends a text to the text of a block, on a new line. */
    public Block append(String label, String text) {
        return Block.of(session.json(session.post(ONE + "/append", label).json(content(text))));
    }

    /** Removes a block from the session; its stored content is kept. */
    public void remove(String label) {
        session.send(session.request("DELETE", ONE, label));
    }

    private static String content(String text) {
        return new Json().put("content", text).toString();
    }
}
