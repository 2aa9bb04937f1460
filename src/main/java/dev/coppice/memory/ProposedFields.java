package dev.coppice.memory;

import dev.coppice.agent.ProfileSchema;
import dev.coppice.json.JsonInput;
import dev.coppice.json.JsonText;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads a model's answer that proposes the fields of a profile. Pure. */
final class ProposedFields {
    static final int LEAST = 2;
    static final int MOST = 5;

    private static final int MAX_NAME = 50;

    /**
     * Maximum length of a name before its conversion to camel case, in UTF-16 code units. A longer name is left out,
     * because the conversion does not take linear time.
     */
    private static final int MAX_PROPOSED = 4 * MAX_NAME;

    private static final int MAX_DESCRIPTION = 300;
    private static final Pattern NAME = Pattern.compile("[a-z][A-Za-z0-9]*");
    private static final Pattern GAP = Pattern.compile("[\\s_-]+(\\w)");

    private final JsonInput in;
    private final Map<String, String> fields = new LinkedHashMap<>();

    private ProposedFields(JsonInput in) {
        this.in = in;
    }

    /**
     * Returns a schema of the first {@value #MOST} proposed fields with valid names, all of type string. Empty if fewer
     * than {@value #LEAST} have valid names. Throws a {@code Problem} if the answer is not a JSON object.
     *
     * @param answer an object with the member {@code fields}, an array of objects with {@code name} and
     *     {@code description}
     */
    static Optional<ProfileSchema> schema(byte[] answer) {
        var proposed = new ProposedFields(JsonInput.of(answer));
        proposed.in.object(proposed::member);
        return proposed.fields.size() < LEAST ? Optional.empty() : Optional.of(proposed.schema());
    }

    private void member(String member) {
        if (member.equals("fields") && in.atArray()) {
            in.array(this::field);
        } else {
            in.skip();
        }
    }

    private void field() {
        if (!in.atObject()) {
            in.skip();
            return;
        }
        var texts = new LinkedHashMap<String, String>();
        in.object(member -> {
            if (in.atString()) {
                texts.put(member, in.string());
            } else {
                in.skip();
            }
        });
        var proposed = texts.getOrDefault("name", "");
        var name = proposed.length() <= MAX_PROPOSED ? camelCase(proposed) : "";
        if (fields.size() < MOST && NAME.matcher(name).matches() && name.length() <= MAX_NAME) {
            fields.putIfAbsent(name, texts.getOrDefault("description", ""));
        }
    }

    /**
     * Converts a name to camel case: {@code favourite_trees} and {@code favourite trees} become {@code favouriteTrees}.
     */
    private static String camelCase(String name) {
        var joined = GAP.matcher(name.strip()).replaceAll(gap -> gap.group(1).toUpperCase(Locale.ROOT));
        return joined.isEmpty() ? joined : Character.toLowerCase(joined.charAt(0)) + joined.substring(1);
    }

    private ProfileSchema schema() {
        return ProfileSchema.of(fields.entrySet().stream()
                .map(field -> JsonText.quoted(field.getKey()) + ":{\"type\":\"string\",\"description\":"
                        + JsonText.quoted(shortened(field.getValue())) + "}")
                .collect(Collectors.joining(",", "{\"type\":\"object\",\"properties\":{", "}}")));
    }

    private static String shortened(String text) {
        return text.codePoints()
                .limit(MAX_DESCRIPTION)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
