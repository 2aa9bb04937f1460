package dev.coppice.message;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.api.Precondition;
import dev.coppice.message.MessageEvent.SessionForked;
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
 * Forks sessions. A fork is a session that continues from a message of another session, its source. No message is
 * copied or read: the fork's tree refers to the row of its last inherited message. So the cost of a fork does not
 * depend on the number of messages. The source's edits and compactions on the inherited path are copied by
 * {@link ForkCopier}. Afterwards a change of one session is not visible in the other.
 *
 * <p>Related: {@link InheritedPath} reads the rows that a fork inherits; {@link RetainedByForks} protects those rows
 * from being purged.
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
    private Event<SessionChange> sessionChanges;

    /**
     * Creates a session that inherits the messages of the source from the root to a given message, on any branch. A
     * session that has ended can be forked, and its fork accepts messages. A fork of an empty session is empty. Throws
     * 404 {@code session-not-found} if the source does not exist, 404 {@code message-not-found} if the requested
     * message or summary does not exist, 409 {@code session-exists} if a session with the new name exists.
     *
     * @param name name of the fork, in the source's namespace
     * @param request the last message to inherit, and the fork's display name; its id is not used
     */
    public SessionInfo fork(SessionName source, SessionName name, ForkRequest request) {
        var from = sessions.lock(source, Precondition.NONE);
        var reader = new TreeReader(em, from);
        var overlays = new OverlayReader(em, from, reader);
        var base = lastInherited(from, reader, overlays, request.atMessageId());
        var id = base.map(MessageRow::id).orElse(null);
        var fork = sessions.createChild(from, name, request.name(), id);
        boolean needsPath = base.isPresent() && (from.hasEdits() || from.hasOverlays() || from.isTrimmed());
        var path = needsPath ? reader.pathTo(base.get().position()) : Path.EMPTY;
        base.ifPresent(row -> inherit(row, fork, reader, overlays, new ForkCopier(em, from, fork, path)));
        forking.fire(new SessionForking(from, fork, path));
        sessionChanges.fire(
                new SessionChange(from, List.of(new SessionForked(name, source.id(), id, fork.messageCount()))));
        em.flush();
        return fork.info(name.namespace());
    }

    private void inherit(MessageRow base, Session fork, TreeReader reader, OverlayReader overlays, ForkCopier copier) {
        var at = base.position();
        em.find(Tree.class, fork.tree())
                .attachTo(reader.branches.get(at.branch()).tree(), at.branch(), at.depth());
        if (copier.isTrimmed()) {
            copier.copyCutoffs();
        }
        fork.startAtFork(reader.leaf(base), base.seq(), copier.copyEdits(), copier.isTrimmed());
        recordOverlays(fork, copier.copyOverlays(overlays.spans()));
    }

    private void recordOverlays(Session fork, int overlays) {
        if (overlays > 0) {
            em.flush();
            fork.recordOverlayCount(overlays);
            OverlayReader.recountTokens(em, fork);
        }
    }

    /**
     * Returns the last message that the fork inherits; empty for a session without messages. Throws 404 {@code
     * message-not-found} if {@code id} is unknown.
     *
     * @param id id of the message or summary as requested, or null for the leaf
     */
    private static Optional<MessageRow> lastInherited(
            Session session, TreeReader reader, OverlayReader overlays, String id) {
        var at = id == null ? session.leafId() : id;
        if (at == null) {
            return Optional.empty();
        }
        return Optional.of((at.startsWith(Ids.RESERVED) ? overlays.lastMessage(at) : reader.find(at))
                .orElseThrow(Problem::noMessage));
    }
}
