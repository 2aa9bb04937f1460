package dev.coppice.memory;

import dev.coppice.session.Leaf;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.nio.charset.StandardCharsets;
import org.hibernate.Length;

/**
 * The running summary of a session. A task acquires the row ({@link LeasedRow}) and writes the summary of the path to
 * the leaf of that moment; later tasks update it. Removed when the session is cleared or deleted. Writers lock the
 * session's row.
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

    /** Changes of messages that the summary may cover, now and ({@code seenChanges}) when it was written. */
    private long changes;

    @Column(name = "seen_changes")
    private long seenChanges;

    protected SessionSummary() {}

    SessionSummary(long session) {
        this.session = session;
    }

    /**
     * Replaces the text.
     *
     * @param textTokens of the text
     * @param leaf the last message that it covers
     * @param seq the session's last message number at that moment
     * @param seen number of changes at that moment
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

    boolean isWritten() {
        return content != null;
    }

    /** True when there is a text and none of its messages was changed since. */
    boolean isValid() {
        return isWritten() && changes == seenChanges;
    }

    /** The last message that it covers, or null. */
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
     * The summary as clients see it.
     *
     * @param leafId the session's leaf now
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
