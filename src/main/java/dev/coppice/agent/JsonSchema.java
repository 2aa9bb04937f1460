package dev.coppice.agent;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What of a JSON Schema is held against a value. Immutable.
 *
 * @param types that the value may have; empty for any
 * @param words JSON of the scalars that it may be; empty for any
 * @param members that an object may have, in their order; empty for any
 * @param items that an array may have; null for any
 * @param alternatives of which the value must fit one; empty when it need not
 */
public record JsonSchema(
        Set<String> types,
        Set<String> words,
        Map<String, JsonSchema> members,
        JsonSchema items,
        List<JsonSchema> alternatives) {
    public JsonSchema {
        types = Set.copyOf(types);
        words = Set.copyOf(words);
        members = new LinkedHashMap<>(members);
        alternatives = List.copyOf(alternatives);
    }

    /**
     * The schema by which a value is read on: this one, or the first alternative that takes its type; empty when none does.
     *
     * @param type as JSON Schema calls it; {@code integer} is a {@code number} too
     */
    public Optional<JsonSchema> taking(String type) {
        boolean takes = types.isEmpty() || types.contains(type) || type.equals("integer") && types.contains("number");
        if (!takes || alternatives.isEmpty()) {
            return takes ? Optional.of(this) : Optional.empty();
        }
        return alternatives.stream().flatMap(one -> one.taking(type).stream()).findFirst();
    }

    /** True when the schema allows a scalar of this JSON. */
    public boolean allows(String json) {
        return words.isEmpty() || words.contains(json);
    }
}
