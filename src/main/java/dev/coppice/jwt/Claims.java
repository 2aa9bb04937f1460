package dev.coppice.jwt;

import dev.coppice.json.JsonInput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The members of one JSON object: the header or the claims of a token, or the configuration of a provider. Contains
 * texts, numbers and lists of texts; any other member counts as an empty list. Immutable after {@link #read}.
 */
public final class Claims {
    private static final Pattern NUMBER = Pattern.compile("-?\\d.*");

    private final Map<String, String> texts = new HashMap<>();
    private final Map<String, List<String>> lists = new HashMap<>();
    private final Map<String, Double> numbers = new HashMap<>();

    private Claims() {}

    /**
     * Reads a JSON object. Throws 400 {@code malformed} if the bytes are not a JSON object, or if it has a name twice.
     */
    static Claims read(byte[] json) {
        var claims = new Claims();
        var in = JsonInput.of(json);
        in.document(name -> claims.read(name, in));
        return claims;
    }

    private void read(String name, JsonInput in) {
        if (in.atString()) {
            texts.put(name, in.string());
        } else if (in.atArray()) {
            lists.put(name, readList(in));
        } else if (in.atObject()) {
            in.skip();
            lists.put(name, List.of());
        } else {
            readScalar(name, in.json());
        }
    }

    private static List<String> readList(JsonInput in) {
        var list = new ArrayList<String>();
        in.array(() -> {
            if (in.atString()) {
                list.add(in.string());
            } else {
                in.skip();
            }
        });
        return List.copyOf(list);
    }

    private void readScalar(String name, String json) {
        if (NUMBER.matcher(json).matches()) {
            numbers.put(name, Double.valueOf(json));
        } else {
            lists.put(name, List.of());
        }
    }

    /** True if the object has a member with this name, whatever its value. */
    boolean has(String name) {
        return texts.containsKey(name) || lists.containsKey(name) || numbers.containsKey(name);
    }

    /** Returns the value of a member; null if the member is missing or not a text. */
    public String text(String name) {
        return texts.get(name);
    }

    /**
     * Returns the texts of a member: the value itself if it is a text, or the items of an array that are texts. Empty
     * if the member is missing or has any other value.
     */
    public List<String> list(String name) {
        var text = texts.get(name);
        return text == null ? lists.getOrDefault(name, List.of()) : List.of(text);
    }

    /**
     * Returns a time in milliseconds since the epoch. The member contains it as a number of seconds. Null if the member
     * is missing or not a number.
     */
    public Long millis(String name) {
        var seconds = numbers.get(name);
        return seconds == null ? null : (Long) (long) (seconds * 1000);
    }
}
