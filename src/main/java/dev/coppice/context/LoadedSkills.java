package dev.coppice.context;

import dev.coppice.api.Precondition;
import dev.coppice.format.LoadedSkill;
import dev.coppice.format.MessageBody;
import dev.coppice.format.SkillCall;
import dev.coppice.format.SkillCalls;
import dev.coppice.message.Append.Parent;
import dev.coppice.message.Messages;
import dev.coppice.message.MessagesStored;
import dev.coppice.message.MessagesStored.Change;
import dev.coppice.message.MessagesStored.How;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Lists and unloads the skill documents in a session's history. A document is loaded when a message with a result of
 * {@code load_context} is stored, by any caller; it stays loaded until it is unloaded. The messages are the only source
 * of this information. The table {@code skill_load} is derived from them in the same transactions; only this class
 * writes it.
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
     * Returns the documents that are loaded on the path to the leaf, without duplicates, in the order of loading. Reads
     * no message bodies and takes no lock. Throws 404 {@code session-not-found} if the session does not exist.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public List<LoadedSkill> of(SessionName name) {
        return new SessionSkillCalls(em, visibleMessages, sessions.read(name))
                .onPathToLeaf()
                .skills();
    }

    /**
     * Returns the documents that were loaded most recently on the path to the leaf, at most
     * {@code coppice.context.max-listed}, without duplicates, in the order of loading. Throws 404
     * {@code session-not-found} if the session does not exist.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public List<LoadedSkill> listed(SessionName name) {
        var loaded = of(name);
        return loaded.subList(Math.max(0, loaded.size() - settings.maxListed()), loaded.size());
    }

    /**
     * Unloads one document, as {@link #unload(SessionName, List)} does. Returns false if it is not loaded. Throws 404
     * {@code session-not-found} if the session does not exist, 409 {@code session-ended} after a split.
     *
     * @param label name of the skill block
     * @param key the name by which the model loaded the document: its key, or its title
     */
    public boolean unload(SessionName name, String label, String key) {
        return unload(name, List.of(new LoadedSkill(label, key)));
    }

    /**
     * Unloads documents: replaces each result that contains one of them, on the path to the leaf, by
     * {@code [skill unloaded: <key>]}, in one transaction. Updates messages like {@link Messages#put}. Changes at most
     * {@code coppice.context.max-unloaded} messages; if more messages contain the documents, call again. Throws 404
     * {@code session-not-found} if the session does not exist, 409 {@code session-ended} after a split.
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
     * Unloads a document from at most {@code limit} messages; returns the number of changed messages.
     *
     * @param occurrences the messages that contain the document, with the ids of the calls that returned it
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

    /** Unloads a document from one message. */
    private void unload(SessionName name, Session session, LoadedSkill skill, Position position, Set<String> callIds) {
        var body = visibleMessages.bodies(session, List.of(position)).get(position);
        if (body != null) {
            var without = SkillCalls.unloaded(body, skill, callIds);
            messages.put(name, MessageBody.of(without), Parent.LEAF, Precondition.NONE);
        }
    }

    /**
     * Stores the calls of {@code load_context} and their results that are in the messages of a request. Fires an event
     * for each document that was loaded. In a session without skill calls, new messages need no query, or one if they
     * have tool results.
     */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void follow(@Observes MessagesStored stored) {
        var callsByChange = callsByChange(stored.changes());
        boolean hasCall = callsByChange.values().stream().flatMap(List::stream).anyMatch(call -> !call.isResult());
        var skillCalls = new SessionSkillCalls(em, visibleMessages, stored.session());
        if (callsByChange.isEmpty() || !hasCall && !skillCalls.any()) {
            return;
        }
        var updated = callsByChange.entrySet().stream()
                .filter(entry -> entry.getKey().how() != How.NEW && hasDocument(entry.getValue()))
                .map(entry -> entry.getKey().position())
                .toList();
        var before = skillCalls.at(updated);
        var written = new ArrayList<Position>();
        callsByChange.forEach((change, calls) -> {
            if (skillCalls.write(change, calls)) {
                written.add(change.position());
            }
        });
        fireLoaded(stored, before, skillCalls.at(written));
    }

    /**
     * Returns the skill calls and results in changed messages, by change. New messages without calls are left out;
     * updated and deleted messages without calls are not, because their earlier calls must be removed.
     */
    private static Map<Change, List<SkillCall>> callsByChange(List<Change> changes) {
        var callsByChange = new LinkedHashMap<Change, List<SkillCall>>();
        for (var change : changes) {
            var calls = change.body() == null ? List.<SkillCall>of() : SkillCalls.of(change.body());
            if (change.how() != How.NEW || !calls.isEmpty()) {
                callsByChange.put(change, calls);
            }
        }
        return callsByChange;
    }

    private static boolean hasDocument(List<SkillCall> calls) {
        return calls.stream().anyMatch(call -> call.output() != null);
    }

    /** Fires an event for each document that is in a message now and was not before the request. */
    private void fireLoaded(
            MessagesStored stored, Map<Position, List<LoadedSkill>> before, Map<Position, List<LoadedSkill>> now) {
        var events = new ArrayList<SkillLoaded>();
        now.forEach((position, skills) -> {
            var old = before.getOrDefault(position, List.of());
            skills.stream()
                    .filter(skill -> !old.contains(skill))
                    .forEach(skill -> events.add(new SkillLoaded(stored.name(), skill.label(), skill.key())));
        });
        if (!events.isEmpty()) {
            changes.fire(new SessionChange(stored.session(), events));
        }
    }

    /**
     * Copies the stored skill calls of edited messages to a fork, because the fork inherits the edits of its source
     * session.
     */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void inherit(@Observes SessionForking forking) {
        if (!forking.path().isEmpty()) {
            new SessionSkillCalls(em, visibleMessages, forking.source()).copyEdited(forking.path(), forking.fork());
        }
    }

    /** Deletes the stored skill calls of a tree's edits when the tree's session was deleted or cleared. */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void forget(@Observes TreePurging purging) {
        em.createQuery("delete from StoredSkillCall c where c.tree = :tree and c.edited = true")
                .setParameter("tree", purging.tree())
                .executeUpdate();
    }

    /** Deletes the stored skill calls of messages that are purged. */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void forget(@Observes RowsPurging purging) {
        SessionSkillCalls.delete(em, purging);
    }
}
