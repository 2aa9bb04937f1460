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
import java.util.Set;
import java.util.stream.Collectors;

/** The documents that stand on a path, from the root down. Pure. */
record LoadedPath(List<Document> documents) {
    /** @param callId null when the document stands with its call */
    record Document(Position position, LoadedSkill skill, String callId) {}

    /**
     * Brings calls and results together. A result belongs to the last call of its id above it, and a call has one result:
     * some models count their calls from nought at every turn.
     *
     * @param loads as the readers of one tree see them
     */
    static LoadedPath of(Path path, Collection<SkillLoad> loads) {
        var sorted = on(path, loads).stream()
                .sorted(Comparator.comparingInt(
                                (SkillLoad load) -> load.position().depth())
                        .thenComparingLong(SkillLoad::id))
                .toList();
        var open = new HashMap<String, LoadedSkill>();
        var found = new ArrayList<Document>();
        for (var load : sorted) {
            if (load.isCall()) {
                open.remove(load.callId());
                if (load.hasOutput()) {
                    found.add(new Document(load.position(), load.skill(), null));
                } else if (load.callId() != null) {
                    open.put(load.callId(), load.skill());
                }
                continue;
            }
            var skill = open.remove(load.callId());
            if (skill != null && load.hasOutput()) {
                found.add(new Document(load.position(), skill, load.callId()));
            }
        }
        return new LoadedPath(List.copyOf(found));
    }

    /** Those that stand on a path, whatever the number of its ranges. */
    static List<SkillLoad> on(Path path, Collection<SkillLoad> loads) {
        var ranges = path.ranges().stream().collect(Collectors.toMap(Path.Range::branch, range -> range));
        return loads.stream().filter(load -> contains(ranges, load.position())).toList();
    }

    private static boolean contains(Map<Long, Path.Range> ranges, Position position) {
        var range = ranges.get(position.branch());
        return range != null && range.from() <= position.depth() && position.depth() <= range.to();
    }

    /** What is loaded at one position. */
    List<LoadedSkill> at(Position position) {
        return documents.stream()
                .filter(document -> document.position().equals(position))
                .map(Document::skill)
                .distinct()
                .toList();
    }

    /** Each skill once, in the order of loading. */
    List<LoadedSkill> skills() {
        return documents.stream().map(Document::skill).distinct().toList();
    }

    /** Where the documents of a skill stand, and under which calls: none for those that stand with theirs. */
    Map<Position, Set<String>> places(LoadedSkill skill) {
        var places = new LinkedHashMap<Position, Set<String>>();
        for (var document : documents) {
            if (document.skill().equals(skill)) {
                var calls = places.computeIfAbsent(document.position(), at -> new HashSet<>());
                if (document.callId() != null) {
                    calls.add(document.callId());
                }
            }
        }
        return places;
    }
}
