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

/**
 * Tells which documents of skill blocks stand in a session's history, and takes them out. A document is loaded when a
 * result of {@code load_context} is stored, whoever stores it, and until it is unloaded; nothing but the history says so.
 * Follows the messages in their own transactions; the only writer of its table.
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
    private Event<SessionChange> happened;

    /**
     * What is loaded on the path to the leaf, each once, in the order of loading; 404 {@code session-not-found}. Reads no
     * message, takes no lock.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public List<LoadedSkill> of(SessionName name) {
        return new SkillLoads(em, visibleMessages, sessions.read(name)).atLeaf().skills();
    }

    /**
     * Puts {@code [skill unloaded: <key>]} in the place of every document of the key on the path to the leaf, in one
     * transaction; the messages are updated like by {@link Messages#put}. Another call finds nothing to do, unless the
     * document stood in more messages than one transaction may write ({@code coppice.context.max-unloaded}): it goes on.
     * 404 {@code session-not-found}, 409 {@code session-ended}.
     *
     * @return false, and nothing is written, when the document is not loaded
     */
    public boolean unload(SessionName name, String label, String key) {
        var session = sessions.lock(name, Precondition.NONE);
        session.refuseIfEnded();
        var skill = new LoadedSkill(label, key);
        var places = new SkillLoads(em, visibleMessages, session).atLeaf().places(skill);
        if (places.isEmpty()) {
            return false;
        }
        // One at a time: together they may be more than the memory holds.
        places.entrySet().stream().limit(settings.maxUnloaded()).forEach(place -> {
            var position = place.getKey();
            var body = visibleMessages.bodies(session, List.of(position)).get(position);
            if (body != null) {
                var without = SkillCalls.unloaded(body, skill, place.getValue());
                messages.put(name, MessageBody.of(without), Parent.LEAF, Precondition.NONE);
            }
        });
        happened.fire(new SessionChange(session, List.of(new SkillUnloaded(name, label, key))));
        return true;
    }

    /** Follows the messages. Of a session without skills an append asks nothing, or one question if a tool answers. */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void follow(@Observes MessagesStored stored) {
        var found = new LinkedHashMap<Change, List<SkillCall>>();
        for (var change : stored.changes()) {
            var calls = change.body() == null ? List.<SkillCall>of() : SkillCalls.of(change.body());
            if (change.how() != How.NEW || !calls.isEmpty()) {
                found.put(change, calls);
            }
        }
        boolean called = found.values().stream().flatMap(List::stream).anyMatch(call -> !call.isResult());
        var loads = new SkillLoads(em, visibleMessages, stored.session());
        if (found.isEmpty() || !called && !loads.any()) {
            return;
        }
        var documents = found.entrySet().stream()
                .filter(entry -> entry.getKey().how() != How.NEW && hasDocument(entry.getValue()))
                .map(entry -> entry.getKey().position())
                .toList();
        var before = loads.at(documents);
        var written = new ArrayList<Position>();
        found.forEach((change, calls) -> {
            if (loads.write(change, calls)) {
                written.add(change.position());
            }
        });
        tell(stored, before, loads.at(written));
    }

    private static boolean hasDocument(List<SkillCall> calls) {
        return calls.stream().anyMatch(call -> call.output() != null);
    }

    private void tell(
            MessagesStored stored, Map<Position, List<LoadedSkill>> before, Map<Position, List<LoadedSkill>> now) {
        var events = new ArrayList<SkillLoaded>();
        now.forEach((position, skills) -> {
            var old = before.getOrDefault(position, List.of());
            skills.stream()
                    .filter(skill -> !old.contains(skill))
                    .forEach(skill -> events.add(new SkillLoaded(stored.name(), skill.label(), skill.key())));
        });
        if (!events.isEmpty()) {
            happened.fire(new SessionChange(stored.session(), events));
        }
    }

    /** A fork sees what its source has changed as the source does. */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void inherit(@Observes SessionForking forking) {
        if (!forking.path().isEmpty()) {
            new SkillLoads(em, visibleMessages, forking.source()).copyBeside(forking.path(), forking.fork());
        }
    }

    /** Forgets what stood beside the messages of a session that is gone. */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void forget(@Observes TreePurging purging) {
        em.createQuery("delete from SkillLoad l where l.tree = :tree and l.beside = true")
                .setParameter("tree", purging.tree())
                .executeUpdate();
    }

    /** Forgets what was written in messages that nobody reads any more. */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void forget(@Observes RowsPurging purging) {
        SkillLoads.forget(em, purging);
    }
}
