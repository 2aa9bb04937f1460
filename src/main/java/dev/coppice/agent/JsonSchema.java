package dev.coppice.agent;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The part of a JSON Schema that values are validated against. Immutable.
 *
 * @param types allowed types; empty for any
 * @param scalars JSON of the allowed scalars; empty for any
 * @param members allowed members of an object, in their order; empty for any
 * @param items schema of an array's items; null for any
 * @param alternatives of which the value must match one; empty when there are none
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
     * The schema for a value of a type: this one, or the first alternative that allows the type; empty when none does.
     *
     * @param type a JSON Schema type; {@code integer} is a {@code number} too
     */
    public Optional<JsonSchema> forType(String type) {
        boolean isAllowed =
                types.isEmpty() || types.contains(type) || type.equals("integer") && types.contains("number");
        if (!isAllowed || alternatives.isEmpty()) {
            return isAllowed ? Optional.of(this) : Optional.empty();
        }
        return alternatives.stream().flatMap(one -> one.forType(type).stream()).findFirst();
    }

    /** True when the schema allows a scalar with this JSON. */
    public boolean allows(String json) {
        return scalars.isEmpty() || scalars.contains(json);
    }
}
