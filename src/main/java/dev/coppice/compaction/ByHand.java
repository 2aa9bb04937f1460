package dev.coppice.compaction;

import dev.coppice.message.Compaction;
import dev.coppice.message.Overlays;
import dev.coppice.session.SessionName;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;

/** Compactions whose summary somebody else has written. */
@Stateless
public class ByHand {
    @Inject
    private Overlays overlays;

    /**
     * Lays a summary over the messages from one to another, both included; an older summary may be named too. 404
     * {@code message-not-found}; 422 {@code invalid-range} when they are not in order on one path.
     */
    public Compaction add(SessionName name, String from, String to, String summary) {
        return overlays.add(name, overlays.draft(name, from, to), summary);
    }
}
