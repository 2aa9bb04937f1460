package dev.coppice.session;

import jakarta.persistence.MappedSuperclass;

/**
 * The columns of a session's row that describe its messages: sequence numbers, totals and the leaf. A write does not
 * count all messages again; it adds to the totals or subtracts from them. Only {@link #recordOverlayCount} and
 * {@link #recordOverlayTokens} store numbers that are computed anew from the stored compactions. Writers hold the lock
 * of the row, so the totals are exact.
 */
@MappedSuperclass
abstract class SessionTotals {
    private Counters counters = Counters.NONE;
    private Head head = Head.NONE;
    private OverlayTotals overlays = OverlayTotals.NONE;

    SessionTotals() {}

    SessionTotals(SessionRow row) {
        counters = row.counters();
        head = row.head();
        overlays = row.overlays();
    }

    /**
     * Records that the session is written now: sets the time of the last write and computes the expiry from it. Every
     * change must call this method. Only for a locked session.
     */
    public abstract void touch();

    /**
     * Sets the leaf and the counters of a new fork, whose leaf is still an inherited message.
     *
     * @param base the last inherited message, with the totals of its path
     * @param seq the sequence number of that message, or a higher one; the fork's own messages get numbers above it
     * @param edits number of edits (updates and deletes of messages) on the inherited path
     * @param trimmed true if the limit {@code maxMessages} of the source has removed messages at the beginning of the
     *     inherited path
     */
    public void startAtFork(Leaf base, long seq, int edits, boolean trimmed) {
        counters = new Counters(seq + 1, base.length(), edits, trimmed);
        head = Head.at(base);
    }

    /**
     * Reserves consecutive sequence numbers for new messages and returns the first. A number is never used twice in a
     * session.
     *
     * @param count how many numbers
     */
    public long takeSeq(int count) {
        long first = counters.nextSeq();
        counters = counters.withSeqReserved(count);
        return first;
    }

    /** Returns the highest sequence number that was ever used in the session; 0 if none was used. */
    public long lastSeq() {
        return counters.nextSeq() - 1;
    }

    /**
     * Updates the session's leaf and its number of messages after an append.
     *
     * @param count number of appended messages
     * @param newLeaf the leaf after the append: the last appended message
     */
    public void recordAppend(int count, Leaf newLeaf) {
        counters = counters.plus(count, 0);
        head = Head.at(newLeaf);
        touch();
    }

    /**
     * Updates the session's leaf and its number of edits after the update of a message.
     *
     * @param byEdit true if an edit was stored and the message's row was not changed
     * @param leaf the session's leaf (not necessarily the updated message) with its totals after the update
     */
    public void recordUpdate(boolean byEdit, Leaf leaf) {
        counters = counters.plus(0, byEdit ? 1 : 0);
        head = Head.at(leaf);
        touch();
    }

    /**
     * Updates the session's leaf and its numbers of messages and edits after messages were deleted.
     *
     * @param count number of deleted messages
     * @param leaf the leaf after the deletion; null if no message remains
     */
    public void recordDelete(int count, Leaf leaf) {
        counters = counters.plus(-count, count);
        head = Head.at(leaf);
        touch();
    }

    /**
     * Updates the session's leaf and its number of messages after the limit {@code maxMessages} has removed messages at
     * the beginning of the leaf's path.
     *
     * @param count number of removed messages
     * @param leaf the leaf with the totals after the removal
     */
    public void recordTrim(int count, Leaf leaf) {
        counters = counters.withTrimmed(count);
        head = Head.at(leaf);
    }

    /**
     * Stores how many overlays (stored compactions) the session has.
     *
     * @param count number of the overlays on all branches together
     */
    public void recordOverlayCount(int count) {
        overlays = overlays.withCount(count);
        touch();
    }

    /**
     * Stores how much compactions change the tokens of the path to the leaf: its tokens with overlays (stored
     * compactions) applied, minus those without; usually a negative number.
     */
    public void recordOverlayTokens(long tokens) {
        overlays = overlays.withTokens(tokens);
    }

    /** Sets all totals to zero, and the leaf to null. Sequence numbers continue. */
    void clearTotals() {
        counters = counters.afterClear();
        overlays = OverlayTotals.NONE;
        head = Head.NONE;
    }

    /**
     * Returns the session's leaf, the message appended last among those that are not deleted; null if the session has
     * no message.
     */
    public Leaf leaf() {
        return head.leaf();
    }

    /**
     * Returns the message id of the session's leaf, the message appended last among those that are not deleted; null if
     * the session has no message.
     */
    public String leafId() {
        return head.id();
    }

    /**
     * Returns the tokens on the path to the session's leaf as a model reads it: with updates, deletes and compactions
     * applied.
     */
    public long tokens() {
        return head.tokens() + overlays.tokens();
    }

    /**
     * Returns the number of messages on all branches. Inherited messages of a fork count. Deleted messages, and old
     * messages removed by {@code maxMessages}, do not count.
     */
    public int messageCount() {
        return counters.messages();
    }

    /**
     * True if at least one edit (update or delete of a message) was stored for the session since it was created or
     * cleared.
     */
    public boolean hasEdits() {
        return counters.edits() > 0;
    }

    /** True if at least one overlay (stored compaction) is stored for the session. */
    public boolean hasOverlays() {
        return overlays.count() > 0;
    }

    /**
     * True if the limit {@code maxMessages} has removed messages from the session. False again after the session is
     * cleared.
     */
    public boolean isTrimmed() {
        return counters.trimmed();
    }
}
