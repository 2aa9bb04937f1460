package dev.coppice.session;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * What a session's writers have done to its messages so far, in its row.
 *
 * @param nextSeq the number that the next message gets; only rises
 * @param messages that live, on all branches
 * @param edits of messages behind their rows
 * @param trimmed true once older messages were let go of
 */
@Embeddable
record Counters(
        @Column(name = "next_seq") long nextSeq,
        @Column(name = "message_count") int messages,
        int edits,
        boolean trimmed) {
    static final Counters NONE = new Counters(1, 0, 0, false);

    Counters taken(int count) {
        return new Counters(nextSeq + count, messages, edits, trimmed);
    }

    Counters plus(int moreMessages, int moreEdits) {
        return new Counters(nextSeq, messages + moreMessages, edits + moreEdits, trimmed);
    }

    /** So many older messages were let go of. */
    Counters trimmed(int count) {
        return new Counters(nextSeq, messages - count, edits, true);
    }

    /** The numbers go on: none is ever given twice. */
    Counters cleared() {
        return new Counters(nextSeq, 0, 0, false);
    }
}
