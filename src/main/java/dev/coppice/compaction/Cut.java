package dev.coppice.compaction;

/**
 * Result of choosing what a compaction summarizes: a range of messages, or the reason why there is nothing to
 * summarize.
 */
public sealed interface Cut {
    /**
     * Range of messages to summarize. Summaries of earlier compactions in the range are passed to the summarizer as the
     * previous summary, and the new summary covers their messages too.
     *
     * @param first index of the range's first message in the history
     * @param last index of the range's last message in the history
     */
    record Middle(int first, int last) implements Cut {}

    /** Reason why there is nothing to summarize. */
    enum Nothing implements Cut {
        /** The history has no more messages than are protected at its beginning and end. */
        TOO_FEW_MESSAGES("too-few-messages"),
        /**
         * No message lies between the protected messages at the beginning and those at the end. The remaining messages
         * fit into the token budget of the end, or calls at the beginning have their results at the end.
         */
        EMPTY_MIDDLE("empty-middle"),
        /** All messages between the protected ones are summaries. */
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
