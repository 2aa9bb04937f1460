package dev.coppice.context;

import dev.coppice.api.Precondition;
import dev.coppice.format.LoadedSkill;
import dev.coppice.format.MessageBody;
import dev.coppice.format.SkillCalls;
import dev.coppice.message.Append.Parent;
import dev.coppice.message.Messages;
import dev.coppice.message.Position;
import dev.coppice.message.RowsPurging;
import dev.coppice.message.SessionForking;
import dev.coppice.message.TreePurging;
import dev.coppice.message.VisibleMessages;
import dev.coppice.session.Session;
import dev.coppice.session.SessionChange;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Lists and unloads the skill documents in a session's history. A document becomes loaded when a message with a result
 * of the tool {@code load_context} is stored; any client may send such a message. The document stays loaded until it is
 * unloaded. The messages alone decide which documents are loaded. The table {@code skill_load} is an index of the
 * loaded documents. Only this class, {@link SkillObserver} and {@link SessionSkillCalls} write the table, in the
 * transaction that writes the messages, forks the session or purges the messages. The session's leaf is its latest
 * message.
 */
@Stateless
public class LoadedSkills {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    @Inject
    private VisibleMessages visibleMessages;

    @Inject
    private Messages messages;

    @Inject
    private ContextSettings settings;

    @Inject
    private Event<SessionChange> changes;

    /**
     * Returns the documents that are loaded on the path of messages to the session's leaf, without duplicates, in the
     * order of loading. Reads no message bodies and takes no lock. Throws 404 {@code session-not-found} if the session
     * does not exist.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public List<LoadedSkill> of(SessionName name) {
        return new SessionSkillCalls(em, visibleMessages, sessions.read(name))
                .onPathToLeaf()
                .skills();
    }

    /**
     * Returns the most recently loaded documents on the path of messages to the session's leaf, at most
     * {@code coppice.context.max-listed}. The list has no duplicates and is in the order of loading. Throws 404
     * {@code session-not-found} if the session does not exist.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public List<LoadedSkill> listed(SessionName name) {
        var loaded = of(name);
        return loaded.subList(Math.max(0, loaded.size() - settings.maxListed()), loaded.size());
    }

    /**
     * Unloads one document, as {@link #unload(SessionName, List)} does. Returns false if the document is not loaded.
     * Throws 404 {@code session-not-found} if the session does not exist, 409 {@code session-ended} if the session has
     * ended.
     *
     * @param label name of the skill block
     * @param key the name by which the model loaded the document: its key, or its title
     */
    public boolean unload(SessionName name, String label, String key) {
        return unload(name, List.of(new LoadedSkill(label, key)));
    }

    /**
     * Unloads documents in one transaction. On the path of messages to the session's leaf, replaces each tool result
     * that contains one of the documents by {@code [skill unloaded: <key>]}. Messages are updated as
     * {@link Messages#put} does. Changes at most {@code coppice.context.max-unloaded} messages; if more messages
     * contain the documents, call again. Throws 404 {@code session-not-found} if the session does not exist, 409
     * {@code session-ended} if the session has ended.
     *
     * @return false if none of the documents is loaded; then nothing is written
     */
    public boolean unload(SessionName name, List<LoadedSkill> documents) {
        var session = sessions.lock(name, Precondition.NONE);
        session.refuseIfEnded();
        var loaded = new SessionSkillCalls(em, visibleMessages, session).onPathToLeaf();
        int remaining = settings.maxUnloaded();
        var events = new ArrayList<SkillUnloaded>();
        for (var document : documents) {
            int changed = unload(name, session, document, loaded.occurrences(document), remaining);
            if (changed > 0) {
                events.add(new SkillUnloaded(name, document.label(), document.key()));
            }
            remaining -= changed;
        }
        if (!events.isEmpty()) {
            changes.fire(new SessionChange(session, events));
        }
        return !events.isEmpty();
    }

    /**
     * Unloads one document: replaces each tool result that contains the document, in at most {@code limit} messages.
     * Returns the number of changed messages.
     *
     * @param occurrences the positions of the messages that contain the document, each with the ids of the tool calls
     *     that returned the document
     */
    private int unload(
            SessionName name,
            Session session,
            LoadedSkill document,
            Map<Position, Set<String>> occurrences,
            int limit) {
        // Reads one message at a time: all of them together may not fit into memory.
        occurrences.entrySet().stream()
                .limit(limit)
                .forEach(at -> unload(name, session, document, at.getKey(), at.getValue()));
        return Math.min(limit, occurrences.size());
    }

    private void unload(SessionName name, Session session, LoadedSkill skill, Position position, Set<String> callIds) {
        var body = visibleMessages.bodies(session, List.of(position)).get(position);
        if (body != null) {
            var without = SkillCalls.unloaded(body, skill, callIds);
            messages.put(name, MessageBody.of(without), Parent.LEAF, Precondition.NONE);
        }
    }

    /**
     * Copies the stored calls of {@code load_context} in edited messages from the source session to its new fork,
     * because the fork inherits these edits.
     */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void inherit(@Observes SessionForking forking) {
        if (!forking.path().isEmpty()) {
            new SessionSkillCalls(em, visibleMessages, forking.source()).copyEdited(forking.path(), forking.fork());
        }
    }

    /**
     * Deletes the calls of {@code load_context} that are stored for edited messages of a tree. Runs when the tree of a
     * deleted or cleared session is purged.
     */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void forget(@Observes TreePurging purging) {
        em.createQuery("delete from StoredSkillCall c where c.tree = :tree and c.edited = true")
                .setParameter("tree", purging.tree())
                .executeUpdate();
    }

    /**
     * Deletes the calls of {@code load_context} that are stored for the original form of messages whose rows or bodies
     * are purged. The calls in edited forms stay until the tree is purged.
     */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void forget(@Observes RowsPurging purging) {
        SessionSkillCalls.delete(em, purging);
    }
}
