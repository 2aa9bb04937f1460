package dev.coppice.context;

import dev.coppice.format.LoadedSkill;
import dev.coppice.format.SkillCall;
import dev.coppice.format.SkillCalls;
import dev.coppice.message.MessagesStored;
import dev.coppice.message.MessagesStored.Change;
import dev.coppice.message.MessagesStored.How;
import dev.coppice.message.Position;
import dev.coppice.message.VisibleMessages;
import dev.coppice.session.SessionChange;
import jakarta.enterprise.context.ApplicationScoped;
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
 * Keeps the index of loaded documents ({@link LoadedSkills}) consistent with the messages that are written, in the
 * transaction that writes them. This class is a CDI bean and not an EJB, because every append calls it, nearly always
 * without effect, and calls of an EJB cost more. Thread-safe.
 */
@ApplicationScoped
public class SkillObserver {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private VisibleMessages visibleMessages;

    @Inject
    private Event<SessionChange> changes;

    /**
     * Updates the stored calls of {@code load_context}, and their results, for the messages that a request has written
     * or deleted. Fires an event for each document that was loaded. New messages that contain neither such calls nor
     * tool results cost no query.
     */
    void follow(@Observes MessagesStored stored) {
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
     * Returns, for each changed message, the calls of {@code load_context} and their results in it. Leaves out new
     * messages without such calls. Updated and deleted messages are always included, because calls that they contained
     * earlier must be removed.
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

    /**
     * Fires an event for each document that a message contains now and did not contain before the request.
     *
     * @param before the documents that each message contained before the request
     * @param now the documents that each message contains now
     */
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
}
