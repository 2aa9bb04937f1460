package dev.coppice.agent;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.Envelope;
import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Declares the provider of a context block, which supplies the block's content. Immutable.
 *
 * @param type type of the provider
 * @param name name of the bean for type {@code bean}, else null
 * @param prefix prefix of the object names for type {@code s3-skills}, else null
 * @param keys for type {@code s3-skills} the only keys that may be loaded, or null for all keys; for other types null
 */
public record ProviderSpec(ProviderType type, String name, String prefix, List<String> keys) implements JsonBody {
    /** The default provider of a block: its content is stored in the database. */
    public static final ProviderSpec STORED = of(ProviderType.STORED);

    /** Maximum number of keys in a declaration. More keys would make any prompt too long. */
    private static final int MAX_KEYS = 1000;

    public ProviderSpec {
        keys = keys == null ? null : List.copyOf(keys);
    }

    public static ProviderSpec of(ProviderType type) {
        return new ProviderSpec(type, null, null, null);
    }

    /**
     * Reads the declaration of a provider. The reader must be at its value, a JSON object. Throws 400 {@code malformed}
     * if a value has the wrong type or a name occurs twice, 400 {@code unknown-field} if a member is unknown, 422
     * {@code invalid-id} if the name is invalid, 422 {@code invalid} if the type is missing or unknown, if the type
     * does not allow a member or requires a missing one, or if the prefix, a key or the number of keys is invalid.
     */
    static ProviderSpec read(JsonInput in) {
        return new Reader().read(in);
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("type", type.word());
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
            var pointer = in.pointer();
            Envelope.object(in, member -> member(in, member));
            var known = ProviderType.of(type)
                    .orElseThrow(() -> Problem.at(
                            pointer + "/type", Code.INVALID, "The type must be " + ProviderType.words() + "."));
            if (known.takesName() != (name != null)) {
                throw Problem.at(
                        pointer + "/name",
                        Code.INVALID,
                        "A provider of type bean must have a name, and no other may have one.");
            }
            checkObjects(known, prefix, pointer + "/prefix");
            checkObjects(known, keys, pointer + "/keys");
            return new ProviderSpec(known, name, prefix, keys);
        }

        private static void checkObjects(ProviderType type, Object value, String pointer) {
            if (value != null && !type.takesObjects()) {
                throw Problem.at(pointer, Code.INVALID, "Only a provider of type s3-skills may have this member.");
            }
        }

        private Runnable member(JsonInput in, String member) {
            return switch (member) {
                case "type" -> () -> type = in.string();
                case "name" -> () -> name = Ids.check(in.string(), in.pointer());
                case "prefix" -> () -> prefix = path(in);
                case "keys" -> () -> {
                    keys = new ArrayList<>();
                    in.array(() -> key(in));
                };
                default -> in.unknown();
            };
        }

        private void key(JsonInput in) {
            if (keys.size() == MAX_KEYS) {
                throw Problem.at(in.pointer(), Code.INVALID, "Must have at most " + MAX_KEYS + " keys.");
            }
            var key = path(in);
            if (key.isEmpty()) {
                throw Problem.at(in.pointer(), Code.INVALID, "A key must not be empty.");
            }
            keys.add(key);
        }

        /**
         * Reads a key or a key prefix of an object store, which may contain slashes. Throws 422 {@code invalid} if it
         * is too long ({@link Ids#checkText}), or contains a control character or a lone surrogate.
         */
        private static String path(JsonInput in) {
            var path = Ids.checkText(in.string(), in.pointer());
            if (path.codePoints().anyMatch(Character::isISOControl)) {
                throw Problem.at(in.pointer(), Code.INVALID, "A key must not contain control characters.");
            }
            return path;
        }
    }
}
