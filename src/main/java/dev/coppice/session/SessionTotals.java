package dev.coppice.session;

import jakarta.persistence.MappedSuperclass;

/**
 * The columns of a session's row that count its messages: sequence numbers, totals and the leaf. Each write updates the
 * totals incrementally; only the tokens of overlays are recounted. Writers hold the row's lock, so the totals are
 * exact.
 */
@MappedSuperclass
abstract class SessionTotals {
    private Counters counters = Counters.NONE;
    private Head head = Head.NONE;
    private OverlayTotals overlays = OverlayTotals.NONE;

    /** Marks a write: sets the time of the session's last write and computes its expiry from it. */
    public abstract void touch();

    /**
     * Initializes the totals of a fork, whose leaf is an inherited message.
     *
     * @param base the last inherited message, with the totals of its path
     * @param seq the sequence number of that message; the fork's own messages get higher ones
     * @param edits number of edits on the inherited path
     * @param trimmed true when messages at the beginning of the source's path are beyond retention
     */
    public void startAtFork(Leaf base, long seq, int edits, boolean trimmed) {
        counters = new Counters(seq + 1, base.length(), edits, trimmed);
        head = Head.at(base);
    }

    /**
     * Reserves {@code count} consecutive sequence numbers and returns the first. A number is never used twice in a
     * session.
     */
    public long takeSeq(int count) {
        long first = counters.nextSeq();
        counters = counters.withSeqReserved(count);
        return first;
    }

    /** Returns the highest sequence number that was ever used in the session; 0 if none. */
    public long lastSeq() {
        return counters.nextSeq() - 1;
    }

    /**
     * Records an append.
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
     * Records the update of a message.
     *
     * @param byEdit true when an edit was stored and the message's row was not changed
     * @param leaf the session's leaf with its totals after the update; it need not be the updated message
     */
    public void recordUpdate(boolean byEdit, Leaf leaf) {
        counters = counters.plus(0, byEdit ? 1 : 0);
        head = Head.at(leaf);
        touch();
    }

    /**
     * Records that {@code count} messages were deleted.
     *
     * @param leaf the leaf after the deletion; null if no message remains
     */
    public void recordDelete(int count, Leaf leaf) {
        counters = counters.plus(-count, count);
        head = Head.at(leaf);
        touch();
    }

    /**
     * Records that {@code count} messages at the beginning of the leaf's path were removed because of retention.
     *
     * @param leaf the leaf with the totals after the removal
     */
    public void recordTrim(int count, Leaf leaf) {
        counters = counters.withTrimmed(count);
        head = Head.at(leaf);
    }

    /** Records the number of overlays on all branches. */
    public void recordOverlayCount(int count) {
        overlays = overlays.withCount(count);
        touch();
    }

    /** Records the tokens of the leaf's path with overlays applied minus those without; usually negative. */
    public void recordOverlayTokens(long tokens) {
        overlays = overlays.withTokens(tokens);
    }

    /** Sets all totals to zero and the leaf to null. Sequence numbers continue. */
    void clearTotals() {
        counters = counters.afterClear();
        overlays = OverlayTotals.NONE;
        head = Head.NONE;
    }

    /** Returns the leaf, or null while the session has no message. */
    public Leaf leaf() {
        return head.leaf();
    }

    /** Returns the leaf's message id, or null while the session has no message. */
    public String leafId() {
        return head.id();
    }

    /** Returns the tokens of the leaf's path, with edits and overlays applied. */
    public long tokens() {
        return head.tokens() + overlays.tokens();
    }

    /** Returns the number of live messages on all branches, in a fork with the inherited ones. */
    public int messageCount() {
        return counters.messages();
    }

    /** True when the session's tree has at least one stored edit. */
    public boolean hasEdits() {
        return counters.edits() > 0;
    }

    /** True when the session's tree has at least one overlay. */
    public boolean hasOverlays() {
        return overlays.count() > 0;
    }

    /** True once messages of the session's tree are beyond retention; false again after the session is cleared. */
    public boolean isTrimmed() {
        return counters.trimmed();
    }
}
