package dev.coppice.session;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Precondition;

/** Compares the version of a session with the version that a request expects. */
public final class SessionVersion {
    private SessionVersion() {}

    /**
     * Returns {@code session} if its version meets the precondition {@code expected}. Otherwise throws 412
     * {@code stale-version}; the problem has a member {@code leafId}, the id of the session's leaf.
     */
    public static Session check(Session session, Precondition expected) {
        if (!expected.isMet(session.version())) {
            throw new Problem(
                            Code.STALE_VERSION,
                            "The session has version " + session.version()
                                    + ". Read it again and retry with this version.")
                    .with("leafId", session.leafId());
        }
        return session;
    }
}
