package dev.coppice.message;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.db.DatabaseClock;
import dev.coppice.format.TokenCounter;
import dev.coppice.format.Tokens;
import dev.coppice.json.JsonBody;
import dev.coppice.json.Times;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.hibernate.Length;

/**
 * Database row of an overlay, the stored form of a compaction: a summary that replaces a range of messages in the
 * history. The row never changes. It names the range's first and last message by their row positions, so it stays valid
 * if these messages are updated or deleted. The overlay applies to every path that contains both, unless another
 * overlay that overlaps it applies there; see {@link EffectivePath#applied}.
 */
@Entity
public class Overlay {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private long id;

    @Column(name = "tree_id")
    private long tree;

    @Column(name = "overlay_id")
    private String overlayId;

    @Column(name = "from_branch")
    private long fromBranch;

    @Column(name = "from_depth")
    private int fromDepth;

    @Column(name = "from_id")
    private String fromId;

    @Column(name = "to_branch")
    private long toBranch;

    @Column(name = "to_depth")
    private int toDepth;

    @Column(name = "to_id")
    private String toId;

    @Column(length = Length.LONG32)
    private byte[] summary;

    private int bytes;
    private int tokens;
    private int messages;

    @Column(name = "hidden_tokens")
    private long hiddenTokens;

    @Column(name = "path_bytes")
    private long pathBytes;

    @Column(name = "tokens_before")
    private long tokensBefore;

    @Column(name = "created_at")
    private long createdAt;

    protected Overlay() {}

    Overlay(long tree, String overlayId, CompactionDraft draft, String summary, TokenCounter counter) {
        this.tree = tree;
        this.overlayId = overlayId;
        this.fromBranch = draft.from().branch();
        this.fromDepth = draft.from().depth();
        this.fromId = draft.fromId();
        this.toBranch = draft.to().branch();
        this.toDepth = draft.to().depth();
        this.toId = draft.toId();
        this.summary = summary.getBytes(StandardCharsets.UTF_8);
        this.messages = draft.messages();
        this.hiddenTokens = draft.hiddenTokens();
        this.pathBytes = draft.pathBytes();
        this.tokensBefore = draft.tokens();
        this.createdAt = DatabaseClock.now();
        this.tokens = Tokens.PER_MESSAGE + Math.max(0, counter.count(summary));
        this.bytes = message().length;
    }

    /**
     * Creates the row of a compaction that an import copies from another database.
     *
     * @param tree id of the tree that the compaction is copied to
     * @param copied the compaction, with the id, time, figures and message ids that it has in the other database
     * @param draft the range of messages in this tree
     */
    Overlay(long tree, Compaction copied, CompactionDraft draft) {
        this.tree = tree;
        this.overlayId = copied.id();
        this.fromBranch = draft.from().branch();
        this.fromDepth = draft.from().depth();
        this.fromId = copied.fromMessageId();
        this.toBranch = draft.to().branch();
        this.toDepth = draft.to().depth();
        this.toId = copied.toMessageId();
        this.summary = copied.summary().getBytes(StandardCharsets.UTF_8);
        this.messages = copied.messages();
        this.hiddenTokens = draft.hiddenTokens();
        this.pathBytes = draft.pathBytes();
        this.tokensBefore = copied.tokensBefore();
        this.createdAt = copied.createdAt();
        this.tokens = Math.toIntExact(copied.tokensAfter());
        this.bytes = message().length;
    }

    /**
     * Checks the text of a summary. Throws 422 {@code invalid} if it is blank, 413 {@code too-large} if it has more
     * than {@code maxLength} characters.
     */
    static void check(String summary, int maxLength) {
        if (summary.isBlank()) {
            throw Problem.at("/summary", Code.INVALID, "The summary must not be blank.");
        }
        if (summary.length() > maxLength) {
            throw Problem.at("/summary", Code.TOO_LARGE, "The summary must not exceed " + maxLength + " characters.");
        }
    }

    /** Returns this overlay (a stored compaction) without the summary: its range of messages and its sums. */
    OverlaySpan span() {
        return new OverlaySpan(
                id,
                overlayId,
                fromId,
                toId,
                new Position(fromBranch, fromDepth),
                new Position(toBranch, toDepth),
                bytes,
                tokens,
                hiddenTokens,
                pathBytes);
    }

    /**
     * Returns the JSON of the summary message that readers see in place of the replaced messages. Each call returns the
     * same JSON.
     */
    final byte[] message() {
        return JsonBody.object(out -> {
            out.writeStringField("id", Ids.RESERVED + overlayId);
            out.writeStringField("role", "assistant");
            out.writeArrayFieldStart("parts");
            out.writeStartObject();
            out.writeStringField("type", "text");
            out.writeStringField("text", text());
            out.writeEndObject();
            out.writeEndArray();
            out.writeStringField("createdAt", Times.text(createdAt));
            out.writeObjectFieldStart("metadata");
            out.writeObjectFieldStart("compaction");
            out.writeStringField("from", fromId);
            out.writeStringField("to", toId);
            writeFigures(out);
            out.writeEndObject();
            out.writeEndObject();
        });
    }

    private void writeFigures(JsonGenerator out) throws IOException {
        out.writeNumberField("messages", messages);
        out.writeNumberField("tokensBefore", tokensBefore);
        out.writeNumberField("tokensAfter", tokens);
    }

    private String text() {
        return new String(summary, StandardCharsets.UTF_8);
    }

    Compaction info(boolean superseded) {
        return new Compaction(overlayId, fromId, toId, text(), messages, tokensBefore, tokens, createdAt, superseded);
    }
}
