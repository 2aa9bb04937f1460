package dev.coppice.context;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.agent.BlockSpec;
import dev.coppice.agent.WhenChanged;
import dev.coppice.format.TokenCounter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The context blocks of one session, in the order in which the system prompt contains them, without their contents.
 *
 * @param all the blocks
 * @param hasSearchableHistory true if the model may search past messages
 * @param cachedPrompt false if the agent demands that the prompt is rendered anew for each request
 * @param counter counts the tokens of contents
 */
public record SessionBlocks(
        List<ContextBlock> all, boolean hasSearchableHistory, boolean cachedPrompt, TokenCounter counter) {
    /** Returns the block with this label; empty if there is none. */
    public Optional<ContextBlock> find(String label) {
        return all.stream().filter(block -> block.label().equals(label)).findFirst();
    }

    /** Returns those blocks of this session whose declaration has the given value of {@code whenChanged}. */
    SessionBlocks declared(WhenChanged whenChanged) {
        var some = all.stream()
                .filter(block -> block.spec().whenChanged() == whenChanged)
                .toList();
        return new SessionBlocks(some, hasSearchableHistory, cachedPrompt, counter);
    }

    List<String> labels() {
        return all.stream().map(ContextBlock::label).toList();
    }

    /** Returns the block with this label; throws 404 {@code block-not-found} if there is none. */
    ContextBlock get(String label) {
        return find(label)
                .orElseThrow(() -> new Problem(Code.BLOCK_NOT_FOUND, "The session has no block \"" + label + "\"."));
    }

    /**
     * Loads and returns the contents of all blocks. Throws 422 {@code invalid} if they have more than {@code maxBytes}
     * bytes of UTF-8 in total.
     */
    List<BlockContent> contents(int maxBytes) {
        var contents = new ArrayList<BlockContent>();
        long bytes = 0;
        for (var block : all) {
            var content = content(block);
            bytes += content.content().getBytes(StandardCharsets.UTF_8).length;
            if (bytes > maxBytes) {
                throw new Problem(
                        Code.INVALID,
                        "The contents of the session's blocks exceed " + maxBytes + " bytes in total at block \""
                                + block.label() + "\".");
            }
            contents.add(content);
        }
        return contents;
    }

    BlockContent content(ContextBlock block) {
        var spec = block.spec();
        var text = block.provider() instanceof StoredTextProvider stored
                ? stored.text(block.ref())
                : new StoredBlocks.Text(block.content(), 0);
        return new BlockContent(
                spec.label(),
                spec.description(),
                text.content(),
                counter.count(text.content()),
                spec.maxTokens(),
                block.isWritable(),
                block.isSkill(),
                block.isSearchable(),
                null,
                text.version());
    }

    /**
     * Checks the size of a text that is to become a block's content. Throws 422 {@code block-too-long} if it has more
     * tokens than the block's {@code maxTokens}, 413 {@code too-large} if it has more than {@code maxBytes} bytes of
     * UTF-8.
     */
    static void checkSize(BlockSpec block, String content, TokenCounter counter, int maxBytes) {
        var max = block.maxTokens();
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

    /** Throws 413 {@code too-large} if a content has more than {@code maxBytes} bytes of UTF-8. */
    static void checkBytes(String content, int maxBytes) {
        if (content.getBytes(StandardCharsets.UTF_8).length > maxBytes) {
            throw new Problem(Code.TOO_LARGE, "A block's text and an entry may have " + maxBytes + " bytes.");
        }
    }
}
