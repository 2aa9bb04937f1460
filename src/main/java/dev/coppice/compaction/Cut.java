package dev.coppice.compaction;

/** The part of a history to summarize, or why there is none. */
public sealed interface Cut {
    /**
     * The messages to summarize. An earlier summary among them is the previous one; the new summary covers its messages
     * too.
     *
     * @param first index of the first message in the visible history
     * @param last index of the last message, inclusive
     */
    record Middle(int first, int last) implements Cut {}

    /** Why there is nothing to summarize. */
    enum Nothing implements Cut {
        /** The history has no more messages than head and tail protect by number. */
        TOO_FEW_MESSAGES("too-few-messages"),
        /** Head and tail meet: the rest fits the tail's budget, or tool calls in the head have their results in the tail. */
        EMPTY_MIDDLE("empty-middle"),
        /** Only a summary lies between head and tail. */
        NOTHING_NEW("nothing-new"),
        /** A tool call and its results, which one summary has to cover, exceed {@code coppice.compaction.max-bytes}. */
        TOO_LARGE("too-large");

        private final String reason;

        Nothing(String reason) {
            this.reason = reason;
        }

        /** The stable code in answers. */
        public String reason() {
            return reason;
        }
    }
}
