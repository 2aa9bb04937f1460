package dev.coppice.message;

import dev.coppice.Settings;
import dev.coppice.api.Precondition;
import dev.coppice.session.SessionInfo;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.util.List;

/**
 * Splits a session: ends it and continues the conversation in a new session that begins with a summary. The ended
 * session refuses further messages, but can still be read and forked. Modeled on Cloudflare's Session API.
 */
@Stateless
public class Splits {
    @Inject
    private Sessions sessions;

    @Inject
    private Messages messages;

    @Inject
    private Settings settings;

    /**
     * Ends a session, creates its successor and returns the successor. The successor has the same agent, model, source,
     * user, type, limits, metadata and blocks. It begins with the summary as one assistant message. The successor's
     * prompt is rendered on the first request for it. All of this is one transaction. Throws 404
     * {@code session-not-found} if the session does not exist, 412 {@code stale-version} if {@code expected} is not
     * met, 409 {@code session-ended} if the session was split before, 409 {@code session-exists} if a session with the
     * new id exists, 429 {@code rate-limited} if the tenant has as many sessions as its quota allows, 422
     * {@code invalid} if the summary is blank, 413 {@code too-large} if it has more than
     * {@code coppice.compaction.summary-max-length} characters, 422 {@code append-vetoed} if an observer of
     * {@link MessageAppending} vetoes the message with the summary.
     *
     * @param name name of the session that ends
     * @param split id and display name of the successor, and the summary
     * @param expected precondition on the version of the session that ends
     */
    public SessionInfo split(SessionName name, SplitRequest split, Precondition expected) {
        Overlay.check(split.summary(), settings.summaryMaxLength());
        var session = sessions.lock(name, expected);
        var successor = new SessionName(name.tenant(), name.namespace(), split.id());
        var newSession = sessions.split(name, session, successor, split.name());
        messages.append(successor, Append.atLeaf(List.of(split.message(name.id()))), false, Precondition.NONE);
        return newSession.info(name.namespace());
    }
}
