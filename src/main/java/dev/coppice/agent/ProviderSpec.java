package dev.coppice.agent;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Which provider a context block has. Immutable.
 *
 * @param type {@code text}, {@code stored}, {@code skills}, {@code s3-skills}, {@code search}, {@code history} or
 *     {@code bean}
 * @param name of a {@code bean}, else null
 * @param prefix of the objects of {@code s3-skills}, else null
 * @param keys the only ones of {@code s3-skills} that may be loaded; null for all
 */
public record ProviderSpec(String type, String name, String prefix, List<String> keys) implements JsonBody {
    /** What a block has that names no provider. */
    public static final ProviderSpec STORED = of("stored");

    private static final Set<String> TYPES =
            Set.of("text", "stored", "skills", "s3-skills", "search", "history", "bean");

    /** A listing of more would fill any prompt. */
    private static final int MAX_KEYS = 1000;

    public ProviderSpec {
        keys = keys == null ? null : List.copyOf(keys);
    }

    public static ProviderSpec of(String type) {
        return new ProviderSpec(type, null, null, null);
    }

    /** True when the block's {@code content} may stand in its declaration. */
    boolean takesContent() {
        return type.equals("text") || type.equals("stored");
    }

    /** The provider at the reader's place; null is {@link #STORED}. */
    static ProviderSpec read(JsonInput in) {
        return in.isNull() ? STORED : new Reader().read(in);
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("type", type);
        if (name != null) {
            out.writeStringField("name", name);
        }
        if (prefix != null) {
            out.writeStringField("prefix", prefix);
        }
        if (keys != null) {
            out.writeFieldName("keys");
            out.writeArray(keys.toArray(String[]::new), 0, keys.size());
        }
        out.writeEndObject();
    }

    private static final class Reader {
        private String type;
        private String name;
        private String prefix;
        private List<String> keys;

        ProviderSpec read(JsonInput in) {
            var place = in.pointer();
            in.object(member -> member(in, member));
            if (type == null || !TYPES.contains(type)) {
                throw Problem.at(
                        place + "/type",
                        Code.INVALID,
                        "A provider is of type text, stored, skills, s3-skills, search, history or bean.");
            }
            if (type.equals("bean") != (name != null)) {
                throw Problem.at(place + "/name", Code.INVALID, "A name is needed of a bean, and of nothing else.");
            }
            refuse(prefix, place + "/prefix");
            refuse(keys, place + "/keys");
            return new ProviderSpec(type, name, prefix, keys);
        }

        private void refuse(Object value, String where) {
            if (value != null && !type.equals("s3-skills")) {
                throw Problem.at(where, Code.INVALID, "This is for s3-skills only.");
            }
        }

        private void member(JsonInput in, String member) {
            switch (member) {
                case "type" -> type = in.string();
                case "name" -> name = Ids.checkOrNull(in.stringOrNull(), in.pointer());
                case "prefix" -> prefix = in.isNull() ? null : path(in);
                case "keys" -> {
                    if (!in.isNull()) {
                        keys = new ArrayList<>();
                        in.array(() -> key(in));
                    }
                }
                default -> in.unknown();
            }
        }

        private void key(JsonInput in) {
            if (keys.size() == MAX_KEYS) {
                throw Problem.at(in.pointer(), Code.INVALID, "At most " + MAX_KEYS + " keys.");
            }
            var key = path(in);
            if (key.isEmpty()) {
                throw Problem.at(in.pointer(), Code.INVALID, "A key is not empty.");
            }
            keys.add(key);
        }

        /** A key of an object store, or the beginning of one: slashes are allowed. */
        private static String path(JsonInput in) {
            var path = Ids.text(in.string(), in.pointer());
            if (path.codePoints().anyMatch(Character::isISOControl)) {
                throw Problem.at(in.pointer(), Code.INVALID, "A key has no control characters.");
            }
            return path;
        }
    }
}
