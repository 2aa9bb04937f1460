package dev.coppice.agent;

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
     * alternatives, the first alternative that allows the type. Empty if the type is not allowed.
     *
     * @param type a JSON Schema type; a schema for {@code number} also allows {@code integer}
     */
    public Optional<JsonSchema> forType(String type) {
        boolean isAllowed =
                types.isEmpty() || types.contains(type) || type.equals("integer") && types.contains("number");
        if (!isAllowed || alternatives.isEmpty()) {
            return isAllowed ? Optional.of(this) : Optional.empty();
        }
        return alternatives.stream().flatMap(one -> one.forType(type).stream()).findFirst();
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
