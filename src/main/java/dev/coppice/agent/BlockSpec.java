package dev.coppice.agent;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonInput;
import dev.coppice.json.Nullable;
import dev.coppice.json.Utf8;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * The declaration of a context block. Immutable; equal when it says the same. Whether the content of a {@code stored}
 * block fits its {@code maxTokens} is for the room that counts tokens.
 *
 * @param description or null
 * @param maxTokens that its content may have, or null
 * @param provider null is {@link ProviderSpec#STORED}
 * @param scope null is {@link BlockScope#SESSION}
 * @param content the text of a {@code text} block; of a {@code stored} one what it has until it is first written; or
 *     null
 */
public record BlockSpec(
        String label, String description, Integer maxTokens, ProviderSpec provider, BlockScope scope, String content)
        implements JsonBody {
    /** Beyond the context of any model. */
    public static final int MAX_TOKENS = 10_000_000;

    /** Code points; it is one line of the prompt. */
    private static final int MAX_DESCRIPTION = 2000;

    public BlockSpec {
        provider = provider == null ? ProviderSpec.STORED : provider;
        scope = scope == null ? BlockScope.SESSION : scope;
    }

    /** A body that is the declaration of one block, checked; 400 and 422 with pointers to what is wrong. */
    public static BlockSpec of(byte[] body) {
        var in = JsonInput.of(body);
        var block = read(in);
        in.end();
        return block;
    }

    /** What the database has of a declaration; that it cannot be read is no fault of a request. */
    public static BlockSpec stored(byte[] body) {
        return stored("block", () -> of(body));
    }

    static <T> T stored(String what, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (Problem e) {
            // Not as a cause, by which it would be taken for the caller's.
            throw new IllegalStateException("A stored " + what + " cannot be read: " + e.getMessage() + e.errors());
        }
    }

    /** The declaration at the reader's place, checked as {@link #of} does. */
    public static BlockSpec read(JsonInput in) {
        return new Reader().read(in);
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("label", label);
        out.writeStringField("description", description);
        Nullable.number(out, "maxTokens", maxTokens);
        out.writeFieldName("provider");
        provider.write(out);
        out.writeStringField("scope", scope.word());
        out.writeStringField("content", content);
        out.writeEndObject();
    }

    /** A name that stands in a line of a prompt, of a listing: an id without line ends; 422 {@code invalid-id}. */
    public static String name(String name, String where) {
        Ids.check(name, where);
        if (name.codePoints().anyMatch(BlockSpec::breaks)) {
            throw Problem.at(where, Code.INVALID_ID, "A name has no line ends.");
        }
        return name;
    }

    private static boolean breaks(int c) {
        int type = Character.getType(c);
        return type == Character.CONTROL || type == Character.LINE_SEPARATOR || type == Character.PARAGRAPH_SEPARATOR;
    }

    private static final class Reader {
        private String label;
        private String description;
        private Integer maxTokens;
        private ProviderSpec provider = ProviderSpec.STORED;
        private BlockScope scope;
        private String content;

        BlockSpec read(JsonInput in) {
            var place = in.pointer();
            in.object(member -> member(in, member));
            if (label == null) {
                throw Problem.at(place + "/label", Code.INVALID, "A block needs a label.");
            }
            if (content != null && !provider.takesContent()) {
                throw Problem.at(place + "/content", Code.INVALID, "Only text and stored blocks declare a content.");
            }
            if (content == null && provider.type().equals("text")) {
                throw Problem.at(place + "/content", Code.INVALID, "A text block needs its content.");
            }
            return new BlockSpec(label, description, maxTokens, provider, scope, content);
        }

        private void member(JsonInput in, String member) {
            switch (member) {
                case "label" -> label = name(in.string(), in.pointer());
                case "description" -> description = in.isNull() ? null : line(in.string(), in.pointer());
                case "maxTokens" -> maxTokens = in.isNull() ? null : (Integer) (int) in.integer(1, MAX_TOKENS);
                case "provider" -> provider = ProviderSpec.read(in);
                case "scope" -> scope = in.isNull() ? null : BlockScope.of(in.string(), in.pointer());
                case "content" -> content = text(in.stringOrNull(), in.pointer());
                default -> in.unknown();
            }
        }

        /** It stands in a header line, which nothing may end before its time. */
        private static String line(String text, String where) {
            if (text.codePointCount(0, text.length()) > MAX_DESCRIPTION) {
                throw Problem.at(where, Code.INVALID, "At most " + MAX_DESCRIPTION + " characters.");
            }
            if (text.codePoints().anyMatch(BlockSpec::breaks)) {
                throw Problem.at(where, Code.INVALID, "One line, without control characters.");
            }
            return text(text, where);
        }

        private static String text(String text, String where) {
            if (text != null && Utf8.hasLoneSurrogate(text)) {
                throw Problem.at(where, Code.INVALID, "A text must not hold half a surrogate pair.");
            }
            return text;
        }
    }
}
