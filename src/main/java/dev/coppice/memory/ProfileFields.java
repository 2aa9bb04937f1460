package dev.coppice.memory;

import dev.coppice.Problem.Code;
import dev.coppice.agent.ProfileMode;
import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonInput;
import dev.coppice.json.RawJson;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Fields of a user's profile: the members of a JSON object with their unchanged values. Pure.
 *
 * @param values JSON values by name, in the order of the object
 */
record ProfileFields(Map<String, byte[]> values) {
    static final ProfileFields NONE = new ProfileFields(Map.of());

    /** Reads the fields of a profile from its JSON object. */
    static ProfileFields of(byte[] object) {
        var values = new LinkedHashMap<String, byte[]>();
        var in = JsonInput.of(object);
        in.object(name -> values.put(name, in.slice(Code.INVALID)));
        return new ProfileFields(values);
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    /**
     * Returns the profile that results if these fields are added to an earlier profile. In mode {@code update}, earlier
     * fields that are not replaced are kept; in mode {@code replace}, all earlier fields are removed. Without new
     * fields, the result is the earlier profile in both modes.
     *
     * @param before the earlier profile; {@link #NONE} if there was none
     */
    ProfileFields onto(ProfileFields before, ProfileMode mode) {
        if (isEmpty() || mode == ProfileMode.REPLACE) {
            return isEmpty() ? before : this;
        }
        var merged = new LinkedHashMap<>(before.values);
        merged.putAll(values);
        return new ProfileFields(merged);
    }

    byte[] toBytes() {
        return JsonBody.object(out -> {
            for (var field : values.entrySet()) {
                out.writeFieldName(field.getKey());
                RawJson.write(out, field.getValue());
            }
        });
    }
}
