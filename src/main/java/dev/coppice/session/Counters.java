package dev.coppice.session;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * What a session's writers have counted so far, in its row.
 *
 * @param nextSeq the number that the next message gets; only rises
 * @param messages that live, on all branches
 * @param edits of messages behind their rows
 */
@Embeddable
record Counters(@Column(name = "next_seq") long nextSeq, @Column(name = "message_count") int messages, int edits) {
    static final Counters NONE = new Counters(1, 0, 0);

    Counters taken(int count) {
        return new Counters(nextSeq + count, messages, edits);
    }

    Counters plus(int moreMessages, int moreEdits) {
        return new Counters(nextSeq, messages + moreMessages, edits + moreEdits);
    }

    /** The numbers go on: none is ever given twice. */
    Counters cleared() {
        return new Counters(nextSeq, 0, 0);
    }
}
