package dev.coppice.jwt;

import dev.coppice.json.JsonInput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The members of the header or the claims of a token that are texts, lists of texts or numbers. Immutable. */
public final class Claims {
    private static final Pattern NUMBER = Pattern.compile("-?\\d.*");

    private final Map<String, String> texts = new HashMap<>();
    private final Map<String, List<String>> lists = new HashMap<>();
    private final Map<String, Double> numbers = new HashMap<>();

    private Claims() {}

    /** Reads a JSON object. Throws 400 {@code malformed} if it is none, or if it has a name twice. */
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

    /** True if the object has this member, of whatever kind. */
    boolean has(String name) {
        return texts.containsKey(name) || lists.containsKey(name) || numbers.containsKey(name);
    }

    /** Returns the text of a member, or null if it is absent or no text. */
    public String text(String name) {
        return texts.get(name);
    }

    /** Returns the texts of a member that is a text or a list of texts; empty if it is neither. */
    public List<String> list(String name) {
        var text = texts.get(name);
        return text == null ? lists.getOrDefault(name, List.of()) : List.of(text);
    }

    /** Returns a time in milliseconds since the epoch, from a member with seconds; null if it is no number. */
    public Long millis(String name) {
        var seconds = numbers.get(name);
        return seconds == null ? null : (Long) (long) (seconds * 1000);
    }
}
