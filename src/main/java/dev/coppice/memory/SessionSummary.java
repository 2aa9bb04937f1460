package dev.coppice.memory;

import dev.coppice.session.Leaf;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.nio.charset.StandardCharsets;
import org.hibernate.Length;

/**
 * Database row of the running summary of a session. A task acquires the row's lease ({@link LeasedRow}) and writes a
 * summary of the path to the session's leaf, the message appended last. Later tasks update the summary. The row is
 * removed when the session is cleared or deleted. Writers must lock the session's row.
 */
@Entity
@Table(name = "session_summary")
public class SessionSummary extends LeasedRow {
    @Id
    @Column(name = "session_pk")
    private long session;

    @Column(length = Length.LONG32)
    private byte[] content;

    @Column(name = "last_id")
    private String lastId;

    @Column(name = "last_depth")
    private int lastDepth;

    @Column(name = "last_seq")
    private long lastSeq;

    private int messages;
    private int tokens;

    /**
     * Number of requests that updated or deleted messages that the summary may cover. The column {@code seenChanges}
     * contains the value of this number at the start of the task that wrote the summary.
     */
    private long changes;

    @Column(name = "seen_changes")
    private long seenChanges;

    protected SessionSummary() {}

    SessionSummary(long session) {
        this.session = session;
    }

    /**
     * Replaces the text of the summary by a text that a task has written.
     *
     * @param text the new text
     * @param textTokens number of tokens of the text
     * @param leaf last message that the summary covers
     * @param seq the highest sequence number of the session's messages when the task began
     * @param seen value of the column {@code changes} when the task began
     */
    void write(String text, int textTokens, Leaf leaf, long seq, long seen) {
        content = text.getBytes(StandardCharsets.UTF_8);
        tokens = textTokens;
        lastId = leaf.id();
        lastDepth = leaf.depth();
        lastSeq = seq;
        messages = leaf.length();
        seenChanges = seen;
        written();
    }

    /**
     * Stores in this row a summary that is copied from another database.
     *
     * @param copied the summary
     * @param leaf the session's leaf (the message appended last)
     * @param seq the highest sequence number of the session's messages
     */
    void restore(SummaryInfo copied, Leaf leaf, long seq) {
        write(copied.summary(), copied.tokens(), leaf, seq, 0);
        lastId = copied.lastMessageId();
        messages = copied.messages();
        changes = copied.current() || !copied.lastMessageId().equals(leaf.id()) ? 0 : 1;
    }

    boolean isWritten() {
        return content != null;
    }

    /**
     * True if there is a summary, and no message that it covers was changed after the start of the task that wrote the
     * summary.
     */
    boolean isValid() {
        return isWritten() && changes == seenChanges;
    }

    /** Returns the id of the last message that the summary covers; null if there is no summary. */
    String lastId() {
        return lastId;
    }

    long lastSeq() {
        return lastSeq;
    }

    long changes() {
        return changes;
    }

    String text() {
        return new String(content, StandardCharsets.UTF_8);
    }

    /**
     * Returns the summary as clients see it.
     *
     * @param leafId id of the session's leaf (the message appended last), or null if the session has no message
     */
    SummaryInfo info(String leafId) {
        return isWritten()
                ? new SummaryInfo(
                        text(),
                        lastId,
                        messages,
                        tokens,
                        isValid() && lastId.equals(leafId),
                        createdAt(),
                        updatedAt(),
                        version())
                : SummaryInfo.none(leafId);
    }
}
