package dev.coppice.session;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * Counters of a session's messages, embedded in the session's row.
 *
 * @param nextSeq the sequence number that the next new message will get; never decreases
 * @param messages number of messages on all branches; deleted messages, and old messages removed by the limit
 *     {@code maxMessages}, do not count
 * @param edits number of times that an edit (update or delete of a message) was stored; edits that were replaced or
 *     purged afterwards still count
 * @param trimmed true after the limit {@code maxMessages} has removed messages from the session; false again after the
 *     session is cleared
 */
@Embeddable
record Counters(
        @Column(name = "next_seq") long nextSeq,
        @Column(name = "message_count") int messages,
        int edits,
        boolean trimmed) {
    static final Counters NONE = new Counters(1, 0, 0, false);

    /** Returns a copy of these counters after {@code count} sequence numbers were given to new messages. */
    Counters withSeqReserved(int count) {
        return new Counters(nextSeq + count, messages, edits, trimmed);
    }

    Counters plus(int moreMessages, int moreEdits) {
        return new Counters(nextSeq, messages + moreMessages, edits + moreEdits, trimmed);
    }

    /**
     * Returns a copy of these counters for the session after the limit {@code maxMessages} has removed {@code count}
     * messages from it.
     */
    Counters withTrimmed(int count) {
        return new Counters(nextSeq, messages - count, edits, true);
    }

    /**
     * Returns a copy of these counters for the session after all messages were removed from it. The next sequence
     * number stays, so that no number is used twice.
     */
    Counters afterClear() {
        return new Counters(nextSeq, 0, 0, false);
    }
}
