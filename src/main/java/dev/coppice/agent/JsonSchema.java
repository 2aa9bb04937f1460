package dev.coppice.agent;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The keywords of a JSON Schema by which values are validated. Immutable; callers must not modify the map
 * {@code members}.
 *
 * @param types allowed types; empty to allow any
 * @param scalars the JSON of each value of the keyword {@code enum}, which are the only allowed values; empty to allow
 *     any
 * @param members schema of each allowed member of an object, by the member's name and in order; empty to allow any
 *     member
 * @param items schema of an array's items; null to allow any
 * @param alternatives schemas of the keyword {@code anyOf}: a value must match one of them; empty if the keyword is
 *     absent
 * @param all schemas that a value must match, too; no keyword, but the result of {@link #forType} needs them for values
 *     that two schemas restrict
 */
public record JsonSchema(
        Set<String> types,
        Set<String> scalars,
        Map<String, JsonSchema> members,
        JsonSchema items,
        List<JsonSchema> alternatives,
        List<JsonSchema> all) {
    public JsonSchema {
        types = Set.copyOf(types);
        scalars = Set.copyOf(scalars);
        members = new LinkedHashMap<>(members);
        alternatives = List.copyOf(alternatives);
        all = List.copyOf(all);
    }

    /** Creates a schema from its keywords. */
    public JsonSchema(
            Set<String> types,
            Set<String> scalars,
            Map<String, JsonSchema> members,
            JsonSchema items,
            List<JsonSchema> alternatives) {
        this(types, scalars, members, items, alternatives, List.of());
    }

    /**
     * Returns the schema by which a value of the given type is validated. It combines the keywords of this schema with
     * the union of those alternatives that allow the type: a value must satisfy both. Empty if no value of the type is
     * allowed.
     *
     * @param type a JSON Schema type; a schema for {@code number} also allows {@code integer}
     */
    public Optional<JsonSchema> forType(String type) {
        if (!allowsType(type)) {
            return Optional.empty();
        }
        var combined = Optional.of(new JsonSchema(types, scalars, members, items, List.of()));
        if (!alternatives.isEmpty()) {
            var union = alternatives.stream()
                    .flatMap(one -> one.forType(type).stream())
                    .reduce(JsonSchema::or);
            combined = both(combined, union, type);
        }
        for (var one : all) {
            combined = both(combined, one.forType(type), type);
        }
        return combined;
    }

    private boolean allowsType(String type) {
        boolean isScalar = !type.equals("object") && !type.equals("array");
        boolean isAllowed =
                types.isEmpty() || types.contains(type) || type.equals("integer") && types.contains("number");
        return isAllowed && (scalars.isEmpty() || isScalar);
    }

    private static Optional<JsonSchema> both(Optional<JsonSchema> one, Optional<JsonSchema> other, String type) {
        return one.flatMap(first -> other.flatMap(second -> first.and(second, type)));
    }

    /**
     * Returns a schema that allows those values of a type that this schema and the other one allow. Empty if their
     * enums have no value in common or, for objects, if they have no member in common.
     *
     * @param other a schema without alternatives
     * @param type a type that both schemas allow
     */
    private Optional<JsonSchema> and(JsonSchema other, String type) {
        var values = intersection(scalars, other.scalars);
        var common = commonMembers(other);
        boolean noValue = !scalars.isEmpty() && values.isEmpty();
        boolean noMember = type.equals("object") && !members.isEmpty() && common.isEmpty();
        return noValue || noMember
                ? Optional.empty()
                : Optional.of(new JsonSchema(Set.of(type), values, common, allOf(items, other.items), List.of()));
    }

    private Map<String, JsonSchema> commonMembers(JsonSchema other) {
        if (members.isEmpty() || other.members.isEmpty()) {
            return members.isEmpty() ? other.members : members;
        }
        var common = new LinkedHashMap<String, JsonSchema>();
        members.forEach((name, schema) -> {
            if (other.members.containsKey(name)) {
                common.put(name, allOf(schema, other.members.get(name)));
            }
        });
        return common;
    }

    /** Returns a schema that allows what both schemas allow. A schema that is null allows any value. */
    private static JsonSchema allOf(JsonSchema one, JsonSchema other) {
        if (one == null || other == null || one.equals(other)) {
            return one == null ? other : one;
        }
        return new JsonSchema(Set.of(), Set.of(), Map.of(), null, List.of(), List.of(one, other));
    }

    /** Returns the intersection of two sets of which an empty one allows any value. */
    private static Set<String> intersection(Set<String> one, Set<String> other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one.isEmpty() ? other : one;
        }
        var intersection = new HashSet<>(one);
        intersection.retainAll(other);
        return intersection;
    }

    /**
     * Returns a schema that allows what this schema or the other one allows. Members of an object are allowed one by
     * one, so an object may have members of both.
     */
    private JsonSchema or(JsonSchema other) {
        return new JsonSchema(
                union(types, other.types),
                union(scalars, other.scalars),
                members.isEmpty() || other.members.isEmpty() ? Map.of() : membersOfBoth(other),
                items == null || other.items == null ? null : anyOf(items, other.items),
                List.of());
    }

    private Map<String, JsonSchema> membersOfBoth(JsonSchema other) {
        var both = new LinkedHashMap<>(members);
        other.members.forEach((name, schema) -> both.merge(name, schema, JsonSchema::anyOf));
        return both;
    }

    private static JsonSchema anyOf(JsonSchema one, JsonSchema other) {
        return one.equals(other) ? one : new JsonSchema(Set.of(), Set.of(), Map.of(), null, List.of(one, other));
    }

    /** Returns the union of two sets of which an empty one allows any value. */
    private static Set<String> union(Set<String> one, Set<String> other) {
        if (one.isEmpty() || other.isEmpty()) {
            return Set.of();
        }
        var union = new HashSet<>(one);
        union.addAll(other);
        return union;
    }

    /**
     * True if the schema has no {@code enum}, or if its {@code enum} contains this scalar. Does not check the type.
     *
     * @param json the scalar as JSON, for example {@code 1} or {@code "a"}
     */
    public boolean allows(String json) {
        return scalars.isEmpty() || scalars.contains(json);
    }
}
