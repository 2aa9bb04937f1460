package dev.coppice.profile;

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
public class SessionSummary {
    @Id
    @Column(name = "session_pk")
    private long session;

    private long version;

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

    @Column(name = "working_until")
    private Long workingUntil;

    @Column(name = "created_at")
    private long createdAt;

    @Column(name = "updated_at")
    private long updatedAt;

    protected SessionSummary() {}

    SessionSummary(long session) {
        this.session = session;
    }

    /** Takes the right to write it, if nobody has it now; it ends by itself at a time, in epoch milliseconds. */
    boolean begin(long until) {
        boolean free = workingUntil == null || workingUntil <= System.currentTimeMillis();
        workingUntil = free ? (Long) until : workingUntil;
        return free;
    }

    /** True for whoever took the right to this time, and has not lost it to another one since. */
    boolean isHeld(long until) {
        return workingUntil != null && workingUntil == until;
    }

    void end() {
        workingUntil = null;
    }

    /**
     * Takes another text, for the path to a leaf.
     *
     * @param seq the session's last number then
     * @param seen the changes that its maker knew of
     */
    void write(String text, int itsTokens, Leaf leaf, long seq, long seen) {
        long now = System.currentTimeMillis();
        createdAt = isThere() ? createdAt : now;
        content = text.getBytes(StandardCharsets.UTF_8);
        tokens = itsTokens;
        lastId = leaf.id();
        lastDepth = leaf.depth();
        lastSeq = seq;
        messages = leaf.length();
        seenChanges = seen;
        updatedAt = Math.max(updatedAt, now);
        version++;
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
                        createdAt,
                        updatedAt,
                        version)
                : SummaryInfo.none(leafId);
    }
}
