package dev.coppice.session;

import jakarta.persistence.MappedSuperclass;

/**
 * The part of a session's row that counts its messages: sequence numbers, totals and the leaf. Each write updates the
 * totals incrementally; only the tokens of overlays are recounted. Writers hold the row's lock, so the totals are
 * exact.
 */
@MappedSuperclass
abstract class SessionTotals {
    private Counters counters = Counters.NONE;
    private Head head = Head.NONE;
    private OverlayTotals overlays = OverlayTotals.NONE;

    /** Marks a write: updates the session's time of the last write and its expiry. */
    public abstract void touch();

    /**
     * Starts a fork at an inherited message.
     *
     * @param seq the inherited leaf's sequence number; own messages get higher ones
     * @param edits stored edits on the inherited path
     * @param trimmed true when messages at the beginning of the source's path are beyond retention
     */
    public void startAtFork(Leaf base, long seq, int edits, boolean trimmed) {
        counters = new Counters(seq + 1, base.length(), edits, trimmed);
        head = Head.at(base);
    }

    /** Reserves sequence numbers and returns the first. They rise during the whole life of the session. */
    public long takeSeq(int count) {
        long first = counters.nextSeq();
        counters = counters.withSeqReserved(count);
        return first;
    }

    /** The highest sequence number in use. */
    public long lastSeq() {
        return counters.nextSeq() - 1;
    }

    /** Records an append whose last message is the new leaf. */
    public void recordAppend(int count, Leaf newLeaf) {
        counters = counters.plus(count, 0);
        head = Head.at(newLeaf);
        touch();
    }

    /**
     * Records the update of a message.
     *
     * @param byEdit true when an edit was stored instead of changing the row
     */
    public void recordUpdate(boolean byEdit, Leaf leaf) {
        counters = counters.plus(0, byEdit ? 1 : 0);
        head = Head.at(leaf);
        touch();
    }

    /** Records deleted messages; the new leaf may be null. */
    public void recordDelete(int count, Leaf leaf) {
        counters = counters.plus(-count, count);
        head = Head.at(leaf);
        touch();
    }

    /** Records that messages at the beginning of the leaf's path fell out of retention. */
    public void recordTrim(int count, Leaf leaf) {
        counters = counters.withTrimmed(count);
        head = Head.at(leaf);
    }

    /** Records the number of overlays. */
    public void recordOverlayCount(int count) {
        overlays = overlays.withCount(count);
        touch();
    }

    /** Records the difference that overlays make to the tokens of the leaf's path; usually negative. */
    public void recordOverlayTokens(long tokens) {
        overlays = overlays.withTokens(tokens);
    }

    /** Resets all totals, except that sequence numbers continue. */
    void clearTotals() {
        counters = counters.afterClear();
        overlays = OverlayTotals.NONE;
        head = Head.NONE;
    }

    /** The leaf, or null while the session has no message. */
    public Leaf leaf() {
        return head.leaf();
    }

    public String leafId() {
        return head.id();
    }

    /** Tokens of the leaf's path, with edits and overlays applied. */
    public long tokens() {
        return head.tokens() + overlays.tokens();
    }

    public int messageCount() {
        return counters.messages();
    }

    /** True when the tree has a stored edit. */
    public boolean hasEdits() {
        return counters.edits() > 0;
    }

    /** True when the tree has an overlay. */
    public boolean hasOverlays() {
        return overlays.count() > 0;
    }

    /** True once messages of the tree fell out of retention. */
    public boolean isTrimmed() {
        return counters.trimmed();
    }
}
