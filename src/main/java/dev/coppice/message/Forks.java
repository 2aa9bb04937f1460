package dev.coppice.message;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.api.Precondition;
import dev.coppice.message.MessageEvent.SessionForked;
import dev.coppice.session.Leaf;
import dev.coppice.session.NewChild;
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

/**
 * Forks sessions. A fork is a session that continues from a message of another session, its source. No message row is
 * copied, and no body is read: the fork's tree refers to the row of its last inherited message. So the cost of a fork
 * does not grow with the number of messages. The source's edits and compactions on the inherited path are copied by
 * {@link ForkCopier}. Afterwards neither session sees changes of the other.
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
     * session that has ended (by a split) can be forked, and its fork accepts messages. A fork of an empty session is
     * empty. Returns the fork. Throws 404 {@code session-not-found} if the source does not exist, 404
     * {@code message-not-found} if the requested message or summary does not exist, 409 {@code session-exists} if a
     * session with the new name exists, 429 {@code rate-limited} if the tenant has as many sessions as its quota
     * allows.
     *
     * @param name name of the fork, in the source's namespace
     * @param request the last message to inherit, and the fork's display name; the id in the request is not used
     */
    public SessionInfo fork(SessionName source, SessionName name, ForkRequest request) {
        return fork(source, name, false, request);
    }

    /**
     * Forks a session, as {@link #fork(SessionName, SessionName, ForkRequest)} does, and throws the same errors.
     * Returns the fork.
     *
     * @param source name of the session to fork
     * @param name name of the fork, in the source's namespace
     * @param hasUniqueId true if the id in {@code name} is a new random UUID; then this method does not look for a
     *     session with this id
     */
    public SessionInfo fork(SessionName source, SessionName name, boolean hasUniqueId, ForkRequest request) {
        var from = sessions.lock(source, Precondition.NONE);
        var reader = new TreeReader(em, from);
        var overlays = new OverlayReader(em, from, reader);
        var base = lastInherited(from, reader, overlays, request.atMessageId());
        var path = inheritedPath(from, reader, base);
        var fork = sessions.createFork(from, child(from, name, hasUniqueId, request.name(), base, path));
        recordOverlays(fork, new ForkCopier(em, from, fork, path).copyOverlays(overlays.spans()));
        forking.fire(new SessionForking(from, fork, path));
        var event = new SessionForked(name, source.id(), base == null ? null : base.id(), fork.messageCount());
        sessionChanges.fire(new SessionChange(from, List.of(event)));
        em.flush();
        return fork.info(name.namespace());
    }

    /**
     * Returns the path along which data must be copied to the fork, that is, the path of the messages that the fork
     * inherits. Empty if the fork inherits no message, or if the source has nothing to copy: no updated or deleted
     * messages, no compactions, and no messages removed by the limit {@code maxMessages}.
     */
    private static Path inheritedPath(Session from, TreeReader reader, Base base) {
        boolean isNeeded = base != null && (from.hasEdits() || from.hasOverlays() || from.isTrimmed());
        return isNeeded ? reader.pathTo(base.position()) : Path.EMPTY;
    }

    private NewChild child(
            Session from, SessionName name, boolean hasUniqueId, String title, Base base, Path inherited) {
        return new NewChild(
                name,
                hasUniqueId,
                title,
                base == null ? null : base.id(),
                base == null
                        ? null
                        : new Tree.Base(
                                base.tree(), base.leaf().branch(), base.leaf().depth()),
                fork -> start(from, fork, base, inherited));
    }

    /**
     * Sets the totals of a fork (its leaf with tokens and length, its number of edits) before the fork's row is
     * inserted. Copies the source's edits first, because their number is one of the totals.
     */
    private void start(Session from, Session fork, Base base, Path inherited) {
        fork.recordPromptTokens(from.promptTokens()); // the fork gets the frozen prompt, too
        if (base != null) {
            var copier = new ForkCopier(em, from, fork, inherited);
            if (copier.isTrimmed()) {
                copier.copyCutoffs();
            }
            fork.startAtFork(base.leaf(), base.seq(), copier.copyEdits(), copier.isTrimmed());
        }
    }

    private void recordOverlays(Session fork, int overlays) {
        if (overlays > 0) {
            em.flush();
            fork.recordOverlayCount(overlays);
            OverlayReader.recountTokens(em, fork);
        }
    }

    /**
     * The last row that a fork inherits. Its message may be deleted if the fork is made at a summary: the summary
     * applies only to paths that contain the last row that it replaces.
     *
     * @param leaf the leaf of the fork: the position of the row, and the id of its message or, if this message is
     *     deleted, of the nearest message above that is not deleted
     * @param seq the row's sequence number or a higher number; the fork's own messages get sequence numbers above it
     * @param tree id of the tree to which the row's branch belongs
     */
    private record Base(Leaf leaf, long seq, long tree) {
        String id() {
            return leaf.id();
        }

        Position position() {
            return new Position(leaf.branch(), leaf.depth());
        }
    }

    /**
     * Returns the last row that a fork inherits; null if {@code id} is null and the source has no messages. For the id
     * of a summary, this is the last row that the summary replaces. Throws 404 {@code message-not-found} if {@code id}
     * is unknown.
     *
     * @param id id of the message or summary as requested, or null for the session's leaf
     */
    private Base lastInherited(Session session, TreeReader reader, OverlayReader overlays, String id) {
        var leaf = session.leaf();
        if (id == null && leaf == null) {
            return null;
        }
        if (id == null || leaf != null && id.equals(leaf.id())) {
            return atLeaf(session, reader);
        }
        if (id.startsWith(Ids.RESERVED)) {
            return atRow(
                    session,
                    reader,
                    overlays.find(id).orElseThrow(Problem::noMessage).to());
        }
        var row = reader.get(id);
        return new Base(reader.leaf(row), row.seq(), treeOf(reader, row.position()));
    }

    /**
     * Returns a row as the last one that a fork inherits, even if the row's message is deleted. Throws 404
     * {@code message-not-found} if this message and all messages above it are deleted or beyond retention.
     */
    private static Base atRow(Session session, TreeReader reader, Position row) {
        var leaf = reader.liveAtOrAbove(row).orElseThrow(Problem::noMessage);
        return new Base(reader.leaf(row, leaf.id(), false), session.lastSeq(), treeOf(reader, row));
    }

    private static long treeOf(TreeReader reader, Position row) {
        return reader.branches.get(row.branch()).tree();
    }

    /**
     * Returns the session's leaf as the last message that a fork inherits. Usually the session's row contains all
     * values. But a session that is a fork itself may have inherited its leaf; then the row of the leaf's branch is
     * read to find the tree that the branch belongs to.
     */
    private static Base atLeaf(Session session, TreeReader reader) {
        var leaf = session.leaf();
        long tree = session.isFork() ? treeOf(reader, new Position(leaf.branch(), leaf.depth())) : session.tree();
        return new Base(leaf.inherited(), session.lastSeq(), tree);
    }
}
