package dev.coppice.client;

/**
 * Makes, lists and removes the compactions of a session. A compaction is a summary that stands for a range of messages
 * when a history is read. Thread-safe.
 */
public final class Compactions {
    private static final String ALL = "/v1/sessions/{}/compactions";

    private final Session session;

    Compactions(Session session) {
        this.session = session;
    }

    /**
     * The result of {@link #compact}.
     *
     * @param compaction the new compaction; null if there was nothing to compact
     * @param reason why there was nothing to compact, for example {@code too-few-messages}; null if there is a new
     *     compaction
     */
    public record Outcome(Compaction compaction, String reason) {}

    /** Returns all compactions, the oldest first. */
    public Pages<Compaction> list() {
        return session.pages(() -> session.get(ALL), "items", Compaction::of);
    }

    /**
     * Makes the server summarize the middle of the history now: the messages between the first and the last few. The
     * summarizer that the session's agent names writes the summary.
     */
    public Outcome compact() {
        var answer = session.json(session.post("/v1/sessions/{}/compact").json("{}"));
        return new Outcome(answer.object("compaction", Compaction::of), answer.string("reason"));
    }

    /**
     * Replaces a range of the history by a summary that the caller has written.
     *
     * @param fromMessageId id of the first message to replace, inclusive
     * @param toMessageId id of the last message to replace, inclusive
     */
    public Compaction add(String fromMessageId, String toMessageId, String summary) {
        var body = new Json()
                .put("fromMessageId", fromMessageId)
                .put("toMessageId", toMessageId)
                .put("summary", summary);
        return Compaction.of(session.json(session.post(ALL).json(body.toString())));
    }

    /** Removes a compaction, so that histories contain the original messages again. */
    public void undo(String id) {
        session.send(session.request("DELETE", ALL + "/{}", id));
    }
}
