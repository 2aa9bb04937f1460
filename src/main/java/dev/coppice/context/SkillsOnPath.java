package dev.coppice.context;

import dev.coppice.format.LoadedSkill;
import dev.coppice.message.Path;
import dev.coppice.message.Position;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The skill documents that the messages of one path contain.
 *
 * @param documents the documents, in the order from the root to the leaf
 */
record SkillsOnPath(List<Document> documents) {
    /**
     * A skill document that a message contains.
     *
     * @param position position of the message
     * @param skill block and name of the document
     * @param callId id of the tool call that returned the document; null if the call and its result are in one part of
     *     the message
     */
    record Document(Position position, LoadedSkill skill, String callId) {}

    /**
     * Finds the skill documents on a path, by matching tool results to calls. A result belongs to the last call before
     * it with the same id, and each call has at most one result. The order of messages matters, because some models use
     * the same call ids in every turn. Calls of other tools are not stored, because each append of a call would cost a
     * query. So if a call without a result is followed by a call of another tool with the same id, the result of that
     * other call counts as the document, unless it names its tool.
     *
     * @param path the path
     * @param calls all stored calls and results that one session sees
     */
    static SkillsOnPath of(Path path, Collection<StoredSkillCall> calls) {
        var sorted = on(path, calls).stream()
                .sorted(Comparator.comparingInt(
                                (StoredSkillCall call) -> call.position().depth())
                        .thenComparingLong(StoredSkillCall::id))
                .toList();
        var open = new HashMap<String, LoadedSkill>();
        var documents = new ArrayList<Document>();
        sorted.forEach(call -> document(call, open).ifPresent(documents::add));
        return new SkillsOnPath(List.copyOf(documents));
    }

    /**
     * Returns the document that a call or result contains; empty if it contains none.
     *
     * @param open the skills of earlier calls that have no result yet, by call id; this method updates it
     */
    private static Optional<Document> document(StoredSkillCall call, Map<String, LoadedSkill> open) {
        var answered = open.remove(call.callId());
        var skill = call.isCall() ? call.skill() : answered;
        if (skill != null && call.hasOutput()) {
            return Optional.of(new Document(call.position(), skill, call.isCall() ? null : call.callId()));
        }
        if (call.isCall() && call.callId() != null) {
            open.put(call.callId(), skill);
        }
        return Optional.empty();
    }

    /**
     * Returns those calls and results that are stored for messages on the path. Takes time linear in the number of
     * calls.
     */
    static List<StoredSkillCall> on(Path path, Collection<StoredSkillCall> calls) {
        var ranges = path.ranges().stream().collect(Collectors.toMap(Path.Range::branch, range -> range));
        return calls.stream().filter(call -> contains(ranges, call.position())).toList();
    }

    private static boolean contains(Map<Long, Path.Range> ranges, Position position) {
        var range = ranges.get(position.branch());
        return range != null && range.from() <= position.depth() && position.depth() <= range.to();
    }

    /** Returns the skill documents in the message at a position, without duplicates; an empty list if it has none. */
    List<LoadedSkill> at(Position position) {
        return documents.stream()
                .filter(document -> document.position().equals(position))
                .map(Document::skill)
                .distinct()
                .toList();
    }

    /** Returns the loaded documents without duplicates, in the order of loading. */
    List<LoadedSkill> skills() {
        return documents.stream().map(Document::skill).distinct().toList();
    }

    /**
     * Returns where the path contains a document: the positions of the messages that contain it, from the root to the
     * leaf. Each position has the ids of the tool calls that returned the document. If a call and its result are in one
     * part of a message, the id of the call is left out.
     */
    Map<Position, Set<String>> occurrences(LoadedSkill skill) {
        var occurrences = new LinkedHashMap<Position, Set<String>>();
        for (var document : documents) {
            if (document.skill().equals(skill)) {
                var callIds = occurrences.computeIfAbsent(document.position(), position -> new HashSet<>());
                if (document.callId() != null) {
                    callIds.add(document.callId());
                }
            }
        }
        return occurrences;
    }
}
