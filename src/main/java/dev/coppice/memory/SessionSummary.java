package dev.coppice.memory;

import dev.coppice.session.Leaf;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.nio.charset.StandardCharsets;
import org.hibernate.Length;

/**
 * The running summary of a session: it is begun, then written again and again, each time up to the leaf of that moment,
 * and goes when the session is cleared or deleted. Its writers hold the session's row.
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

    /** Edits of messages that it may stand for, up to now and when it was written. */
    private long changes;

    @Column(name = "seen_changes")
    private long seenChanges;

    protected SessionSummary() {}

    SessionSummary(long session) {
        this.session = session;
    }

    /**
     * Takes another text, for the path to a leaf.
     *
     * @param seq the session's last number then
     * @param seen the changes that its maker knew of
     */
    void write(String text, int itsTokens, Leaf leaf, long seq, long seen) {
        content = text.getBytes(StandardCharsets.UTF_8);
        tokens = itsTokens;
        lastId = leaf.id();
        lastDepth = leaf.depth();
        lastSeq = seq;
        messages = leaf.length();
        seenChanges = seen;
        written();
    }

    boolean isThere() {
        return content != null;
    }

    /** True when it says what the messages said that it stands for, and not what they said before they were changed. */
    boolean isSound() {
        return isThere() && changes == seenChanges;
    }

    /** The last message that it stands for, or null. */
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

    /** @param leafId the session's leaf now */
    SummaryInfo info(String leafId) {
        return isThere()
                ? new SummaryInfo(
                        text(),
                        lastId,
                        messages,
                        tokens,
                        isSound() && lastId.equals(leafId),
                        createdAt(),
                        updatedAt(),
                        version())
                : SummaryInfo.none(leafId);
    }
}
