package dev.coppice.compaction;

/** What there is to summarise in a history. */
public sealed interface Cut {
    /**
     * The messages to be summarised, a summary among them included: it is the previous one, and what it covers is covered
     * by the new one as well.
     *
     * @param first number of the first one in the visible history, from 0
     * @param last number of the last one, itself included
     */
    record Middle(int first, int last) implements Cut {}

    /** Why nothing is to be done. */
    enum Nothing implements Cut {
        /** There are no more messages than head and tail protect by their numbers. */
        TOO_FEW_MESSAGES("too-few-messages"),
        /** Head and tail meet: the tail's budget holds the rest, or calls and results bind them together. */
        EMPTY_MIDDLE("empty-middle"),
        /** Nothing but a summary lies between head and tail. */
        NOTHING_NEW("nothing-new"),
        /** A call and its results, which one summary has to cover, have more bytes than may be held in memory. */
        TOO_LARGE("too-large");

        private final String reason;

        Nothing(String reason) {
            this.reason = reason;
        }

        /** The word for it in answers; it stays the same. */
        public String reason() {
            return reason;
        }
    }
}
