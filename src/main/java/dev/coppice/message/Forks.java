package dev.coppice.message;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.api.Precondition;
import dev.coppice.session.Session;
import dev.coppice.session.SessionChange;
import dev.coppice.session.SessionInfo;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import dev.coppice.session.Tree;
import jakarta.ejb.Stateless;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.List;
import java.util.Optional;

/**
 * Makes sessions that begin where another one is. No message is copied, and none is read: a fork points to the row of its
 * last inherited message, so it costs the same at any length. What its source has changed of the path, and the summaries
 * over it, are copied; afterwards neither side sees what the other one does.
 */
@Stateless
public class Forks {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    @Inject
    private Event<SessionForking> forking;

    @Inject
    private Event<SessionChange> happened;

    /**
     * Makes a session that has the source's path to a message, whichever its branch. A session that was ended can be
     * forked, and its fork goes on; a fork of an empty session is empty. A summary's id means the last message that it
     * stands for. 404 {@code session-not-found} and {@code message-not-found}, 409 {@code session-exists}.
     *
     * @param name of the fork, in the source's namespace
     */
    public SessionInfo fork(SessionName source, SessionName name, ForkRequest wanted) {
        var from = sessions.lock(source, Precondition.NONE);
        var reader = new TreeReader(em, from);
        var overlays = new OverlayReader(em, from, reader);
        var base = base(from, reader, overlays, wanted.atMessageId());
        var id = base.map(MessageRow::id).orElse(null);
        var fork = sessions.makeChild(from, name, wanted.name(), id);
        var path = Path.EMPTY;
        if (base.isPresent()) {
            var at = base.get().position();
            em.find(Tree.class, fork.tree())
                    .growOn(reader.stems.get(at.branch()).tree(), at.branch(), at.depth());
            path = from.hasEdits() || from.hasOverlays() || from.isTrimmed() ? reader.pathTo(at) : path;
            var inheritance = new ForkCopier(em, from, fork, path);
            boolean trimmed = !path.isEmpty() && path.first().depth() > 0;
            if (trimmed) {
                inheritance.lines();
            }
            fork.grow(reader.leaf(base.get()), base.get().seq(), inheritance.edits(), trimmed);
            layOver(fork, inheritance.overlays(overlays.spans()));
        }
        forking.fire(new SessionForking(from, fork, path));
        happened.fire(new SessionChange(from, List.of(new SessionForked(name, source.id(), id, fork.messageCount()))));
        em.flush();
        return fork.info(name.namespace());
    }

    private void layOver(Session fork, int overlays) {
        if (overlays > 0) {
            em.flush();
            fork.laid(overlays);
            OverlayReader.count(em, fork);
        }
    }

    /** The last message that is inherited; none of a session without any. */
    private static Optional<MessageRow> base(Session session, TreeReader reader, OverlayReader overlays, String id) {
        var at = id == null ? session.leafId() : id;
        if (at == null) {
            return Optional.empty();
        }
        return Optional.of(
                (at.startsWith(Ids.RESERVED) ? overlays.last(at) : reader.find(at)).orElseThrow(Problem::noMessage));
    }
}
