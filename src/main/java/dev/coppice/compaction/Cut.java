package dev.coppice.compaction;

/** Result of choosing the cut of a compaction: the range of messages to summarize, or the reason why there is none. */
public sealed interface Cut {
    /**
     * Range of messages to summarize. Summaries of earlier compactions in the range are passed to the summarizer as the
     * previous summary, and the new summary covers their messages too.
     *
     * @param first index of the first message in the visible history
     * @param last index of the last message in the visible history, inclusive
     */
    record Middle(int first, int last) implements Cut {}

    /** Reason why there is nothing to summarize. */
    enum Nothing implements Cut {
        /** The history has no more messages than the agent protects at its beginning and end. */
        TOO_FEW_MESSAGES("too-few-messages"),
        /**
         * No message lies between head and tail: the remaining messages fit into the tail's token budget, or tool calls
         * in the head have their results in the tail.
         */
        EMPTY_MIDDLE("empty-middle"),
        /** Between head and tail there are only summaries. */
        NOTHING_NEW("nothing-new"),
        /** A tool call and its results, which must be in one summary, exceed {@code coppice.compaction.max-bytes}. */
        TOO_LARGE("too-large");

        private final String reason;

        Nothing(String reason) {
            this.reason = reason;
        }

        /** Returns the code of this reason in API responses. It does not change. */
        public String reason() {
            return reason;
        }
    }
}
