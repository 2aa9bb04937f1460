package dev.coppice.context;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.format.TokenCounter;
import dev.coppice.json.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The blocks of one session, in the order of the prompt.
 *
 * @param hasSearchableHistory true when the model may search the sessions before
 * @param cachedPrompt false when the prompt is made anew whenever it is asked for
 * @param counter counts the tokens of contents
 */
public record BlockList(List<Block> all, boolean hasSearchableHistory, boolean cachedPrompt, TokenCounter counter) {
    public Optional<Block> find(String label) {
        return all.stream().filter(block -> block.label().equals(label)).findFirst();
    }

    /** 404 {@code block-not-found}. */
    Block get(String label) {
        return find(label)
                .orElseThrow(() -> new Problem(Code.BLOCK_NOT_FOUND, "The session has no block \"" + label + "\"."));
    }

    /** All blocks with their contents; 422 {@code invalid} when those have more bytes together than are allowed. */
    List<BlockValue> values(int maxBytes) {
        var values = new ArrayList<BlockValue>();
        long bytes = 0;
        for (var block : all) {
            var value = value(block);
            bytes += value.content().getBytes(StandardCharsets.UTF_8).length;
            if (bytes > maxBytes) {
                throw new Problem(
                        Code.INVALID,
                        "The session's blocks have more than " + maxBytes + " bytes together, with \"" + block.label()
                                + "\".");
            }
            values.add(value);
        }
        return values;
    }

    /** A block with its content. */
    BlockValue value(Block block) {
        var spec = block.spec();
        var text = block.provider() instanceof StoredText stored
                ? stored.text(block.use())
                : new Stores.Text(Utf8.withoutLoneSurrogates(block.provider().get(block.use())), 0);
        return new BlockValue(
                spec.label(),
                spec.description(),
                text.content(),
                counter.count(text.content()),
                spec.maxTokens(),
                block.isWritable(),
                block.isSkill(),
                block.isSearchable(),
                text.version());
    }

    /**
     * 422 {@code block-too-long} when a text has more tokens than the block may have (as many are allowed), 413
     * {@code too-large} when it has more bytes than any may have.
     */
    void checkSize(Block block, String content, int maxBytes) {
        var max = block.spec().maxTokens();
        int tokens = max == null ? 0 : counter.count(content);
        if (max != null && tokens > max) {
            throw new Problem(
                            Code.BLOCK_TOO_LONG,
                            "The block \"" + block.label() + "\" may have " + max + " tokens; this would be " + tokens
                                    + ".")
                    .with("tokens", tokens)
                    .with("limit", max);
        }
        checkBytes(content, maxBytes);
    }

    static void checkBytes(String content, int maxBytes) {
        if (content.getBytes(StandardCharsets.UTF_8).length > maxBytes) {
            throw new Problem(Code.TOO_LARGE, "A block's text and an entry may have " + maxBytes + " bytes.");
        }
    }
}
