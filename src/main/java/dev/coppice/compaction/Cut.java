package dev.coppice.compaction;

/**
 * What a compaction is to summarize: a range of messages ({@link Middle}), or the reason why there is nothing to
 * summarize ({@link Nothing}).
 */
public sealed interface Cut {
    /**
     * Range of messages to summarize. If the range contains summaries of earlier compactions, they are passed to the
     * summarizer as the previous summary, and the new summary covers their messages too.
     *
     * @param first index of the range's first message in the history, from 0, inclusive
     * @param last index of the range's last message in the history, inclusive
     */
    record Middle(int first, int last) implements Cut {}

    /** Reason why there is nothing to summarize. */
    enum Nothing implements Cut {
        /** The history has at most {@code protectHead} plus {@code minTailMessages} messages, all of which are kept. */
        TOO_FEW_MESSAGES("too-few-messages"),
        /**
         * No message lies between the head and the tail, which are kept. Either all messages after the head fit into
         * the token budget of the tail, or head or tail became longer because of tool calls: to keep calls and results
         * together, or to keep calls that still wait for results.
         */
        EMPTY_MIDDLE("empty-middle"),
        /** All messages between the head and the tail, which are kept, are summaries of earlier compactions. */
        NOTHING_NEW("nothing-new"),
        /**
         * A tool call and its results must be in one summary, but together they have more than
         * {@code coppice.compaction.max-bytes}.
         */
        TOO_LARGE("too-large");

        private final String reason;

        Nothing(String reason) {
            this.reason = reason;
        }

        /** Returns the code of this reason in API responses. The code never changes. */
        public String reason() {
            return reason;
        }
    }
}
