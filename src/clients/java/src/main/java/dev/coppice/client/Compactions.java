package dev.coppice.client;

/** The compactions of a session. Thread-safe. */
public final class Compactions {
    private static final String ALL = "/v1/sessions/{}/compactions";

    private final Session session;

    Compactions(Session session) {
        this.session = session;
    }

    /**
     * What {@link #compact} has done.
     *
     * @param compaction the new compaction; null if there was nothing to compact
     * @param reason why there was nothing, for example {@code too-few-messages}; otherwise null
     */
    public record Outcome(Compaction compaction, String reason) {}

    /** Returns all compactions, the oldest first. */
    public Pages<Compaction> list() {
        return session.pages(() -> session.get(ALL), "items", Compaction::of);
    }

    /** Lets the server summarize the middle of the history now, by the agent's model or without one. */
    public Outcome compact() {
        var answer = session.json(session.post("/v1/sessions/{}/compact").json("{}"));
        return new Outcome(answer.object("compaction", Compaction::of), answer.string("reason"));
    }

    /** Replaces a range of the history, both ends included, by a summary. */
    public Compaction add(String fromMessageId, String toMessageId, String summary) {
        var body = new Json()
                .put("fromMessageId", fromMessageId)
                .put("toMessageId", toMessageId)
                .put("summary", summary);
        return Compaction.of(session.json(session.post(ALL).json(body.toString())));
    }

    /** Removes a compaction, so that readers see the messages again. */
    public void undo(String id) {
        session.send(session.request("DELETE", ALL + "/{}", id));
    }
}
