package dev.coppice.message;

import dev.coppice.Settings;
import dev.coppice.api.Precondition;
import dev.coppice.session.SessionInfo;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.util.List;

/** Lets a conversation go on in another session, with nothing of it but a summary. After Cloudflare's Session API. */
@Stateless
public class Splits {
    @Inject
    private Sessions sessions;

    @Inject
    private Messages messages;

    @Inject
    private Settings settings;

    /**
     * Ends a session, and makes one of the same agent, model, source, user, limits, metadata and blocks that begins with the
     * summary, as one assistant message; its prompt is rendered when it is first asked for. All or nothing. 409
     * {@code session-ended} when the session has ended before, {@code session-exists} when the new one's id is taken.
     */
    public SessionInfo split(SessionName name, SplitRequest split, Precondition expected) {
        Overlay.check(split.summary(), settings.compaction().summaryMaxLength());
        var ending = sessions.lock(name, expected);
        var successor = new SessionName(name.tenant(), name.namespace(), split.id());
        var fresh = sessions.succeed(name, ending, successor, split.name());
        messages.append(successor, Append.atLeaf(List.of(split.message(name.id()))), false, Precondition.NONE);
        return fresh.info(name.namespace());
    }
}
