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
 */
public record JsonSchema(
        Set<String> types,
        Set<String> scalars,
        Map<String, JsonSchema> members,
        JsonSchema items,
        List<JsonSchema> alternatives) {
    public JsonSchema {
        types = Set.copyOf(types);
        scalars = Set.copyOf(scalars);
        members = new LinkedHashMap<>(members);
        alternatives = List.copyOf(alternatives);
    }

    /**
     * Returns the schema by which a value of the given type is validated: this schema itself or, if it has
     * alternatives, the union of those that allow the type. Empty if the type is not allowed.
     *
     * @param type a JSON Schema type; a schema for {@code number} also allows {@code integer}
     */
    public Optional<JsonSchema> forType(String type) {
        boolean isAllowed =
                types.isEmpty() || types.contains(type) || type.equals("integer") && types.contains("number");
        boolean isScalar = !type.equals("object") && !type.equals("array");
        if (!scalars.isEmpty() && !isScalar) {
            return Optional.empty();
        }
        if (!isAllowed || alternatives.isEmpty()) {
            return isAllowed ? Optional.of(this) : Optional.empty();
        }
        return alternatives.stream().flatMap(one -> one.forType(type).stream()).reduce(JsonSchema::or);
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
