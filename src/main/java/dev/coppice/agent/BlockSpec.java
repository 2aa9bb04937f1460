package dev.coppice.agent;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.Envelope;
import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonInput;
import dev.coppice.json.NullableMembers;
import dev.coppice.json.Utf8;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * The declaration of a context block. Immutable, with value equality. This class does not count tokens: package
 * {@code context} compares the text of a block with {@code maxTokens} when an agent with the block is stored, when the
 * block is added to a session, and when its text is written.
 *
 * @param label label of the block, unique in a session
 * @param description description for the model, or null
 * @param maxTokens maximum number of tokens of the content, or null for no limit
 * @param provider provider of the content; null means {@link ProviderSpec#STORED}
 * @param scope sessions that share the content; null means {@link BlockScope#SESSION}
 * @param content the text of a {@code text} block, or the initial text of a {@code stored} block; null for a stored
 *     block without an initial text, and for any other block
 * @param writable false if the model's tools must not write the block; applications can still write it
 * @param whenChanged whether a change makes the frozen prompt stale; null means {@link WhenChanged#REMIND}
 */
public record BlockSpec(
        String label,
        String description,
        Integer maxTokens,
        ProviderSpec provider,
        BlockScope scope,
        String content,
        boolean writable,
        WhenChanged whenChanged)
        implements JsonBody {
    /** Maximum value of a block's {@code maxTokens}, larger than the context of any model. */
    public static final int MAX_TOKENS = 10_000_000;

    /**
     * Maximum length of a block's description in code points. The prompt shows it in the header of the block, so it
     * should be one short line.
     */
    private static final int MAX_DESCRIPTION = 2000;

    public BlockSpec {
        provider = provider == null ? ProviderSpec.STORED : provider;
        scope = scope == null ? BlockScope.SESSION : scope;
        whenChanged = whenChanged == null ? WhenChanged.REMIND : whenChanged;
    }

    /** Declares a block with {@code writable} true and {@link WhenChanged#REMIND}. */
    public BlockSpec(
            String label,
            String description,
            Integer maxTokens,
            ProviderSpec provider,
            BlockScope scope,
            String content) {
        this(label, description, maxTokens, provider, scope, content, true, WhenChanged.REMIND);
    }

    /**
     * Reads the declaration of one block from a request body. Throws 400 {@code malformed} if the body is not JSON, a
     * value has the wrong type or a name occurs twice, 400 {@code unknown-field} if a member is unknown, 400
     * {@code out-of-range} if a number is outside its limits, 422 {@code invalid-id} if an id is invalid, 422
     * {@code invalid} if any other value is invalid or missing. An error in a member contains a JSON pointer to the
     * member.
     */
    public static BlockSpec of(byte[] body) {
        var in = JsonInput.of(body);
        var block = read(in);
        in.end();
        return block;
    }

    /**
     * Reads the declaration of a block from the database. If the stored declaration is invalid, throws an
     * {@code IllegalStateException}, which the client sees as a server error.
     */
    public static BlockSpec stored(byte[] body) {
        return stored("block", () -> of(body));
    }

    static <T> T stored(String kind, Supplier<T> parser) {
        try {
            return parser.get();
        } catch (Problem e) {
            // The problem must not be the cause of this exception: the client would get it as a 4xx, although the
            // server is at fault.
            throw new IllegalStateException("A stored " + kind + " cannot be read: " + e.getMessage() + e.errors());
        }
    }

    /**
     * Reads the declaration of a block. The reader must be at the declaration. Throws 400 {@code malformed} if a value
     * has the wrong type or a name occurs twice, 400 {@code unknown-field} if a member is unknown, 400
     * {@code out-of-range} if a number is outside its limits, 422 {@code invalid-id} if an id is invalid, 422
     * {@code invalid} if any other value is invalid or missing. Each error contains a JSON pointer to the invalid
     * member.
     */
    public static BlockSpec read(JsonInput in) {
        return new Reader().read(in);
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        write(out, true, true);
    }

    /**
     * Writes the declaration as the database stores it. Leaves out {@code writable} and {@code whenChanged} if they
     * have their defaults, because the previous release of the server cannot read a row with these members.
     */
    void writeStored(JsonGenerator out) throws IOException {
        write(out, !writable, whenChanged != WhenChanged.REMIND);
    }

    /**
     * Returns the JSON of the declaration as the database stores it. Leaves out {@code writable} and
     * {@code whenChanged} if they have their defaults, because the previous release of the server cannot read a row
     * with these members.
     */
    public byte[] toStoredBytes() {
        JsonBody stored = this::writeStored;
        return stored.toBytes();
    }

    private void write(JsonGenerator out, boolean withWritable, boolean withWhenChanged) throws IOException {
        out.writeStartObject();
        out.writeStringField("label", label);
        out.writeStringField("description", description);
        NullableMembers.number(out, "maxTokens", maxTokens);
        out.writeFieldName("provider");
        provider.write(out);
        out.writeStringField("scope", scope.word());
        out.writeStringField("content", content);
        if (withWritable) {
            out.writeBooleanField("writable", writable);
        }
        if (withWhenChanged) {
            out.writeStringField("whenChanged", whenChanged.word());
        }
        out.writeEndObject();
    }

    /**
     * Checks a name that is printed in a line of a prompt, and returns it. Throws 422 {@code invalid-id} if it is not a
     * valid id ({@link Ids#check}) or contains a line break or a control character.
     *
     * @param name the name
     * @param pointer JSON pointer to the name in the request, for the error response
     */
    public static String name(String name, String pointer) {
        Ids.check(name, pointer);
        if (name.codePoints().anyMatch(BlockSpec::isLineBreakOrControl)) {
            throw Problem.at(pointer, Code.INVALID_ID, "A name must not contain line breaks or control characters.");
        }
        return name;
    }

    private static boolean isLineBreakOrControl(int c) {
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
        private boolean writable = true;
        private WhenChanged whenChanged;

        BlockSpec read(JsonInput in) {
            var pointer = in.pointer();
            Envelope.object(in, member -> member(in, member));
            if (label == null) {
                throw Problem.at(pointer + "/label", Code.INVALID, "A context block must have a label.");
            }
            if (content != null && !provider.type().takesContent()) {
                throw Problem.at(
                        pointer + "/content", Code.INVALID, "Only text and stored blocks may declare content.");
            }
            if (content == null && provider.type() == ProviderType.TEXT) {
                throw Problem.at(pointer + "/content", Code.INVALID, "A text block must declare its content.");
            }
            return new BlockSpec(label, description, maxTokens, provider, scope, content, writable, whenChanged);
        }

        private Runnable member(JsonInput in, String member) {
            return switch (member) {
                case "label" -> () -> label = name(in.string(), in.pointer());
                case "description" -> () -> description = line(in.string(), in.pointer());
                case "maxTokens" -> () -> maxTokens = (int) in.integer(1, MAX_TOKENS);
                case "provider" -> () -> provider = ProviderSpec.read(in);
                case "scope" -> () -> scope = BlockScope.of(in.string(), in.pointer());
                case "content" -> () -> content = text(in.string(), in.pointer());
                case "writable" -> () -> writable = in.bool();
                case "whenChanged" -> () -> whenChanged = WhenChanged.of(in.string(), in.pointer());
                default -> in.unknown();
            };
        }

        /**
         * Checks a description and returns it. A prompt shows it in one line. Throws 422 {@code invalid} if it is
         * longer than {@link #MAX_DESCRIPTION}, or if it contains a line break, a control character or a lone
         * surrogate.
         *
         * @param pointer JSON pointer to the description in the request, for the error response
         */
        private static String line(String text, String pointer) {
            if (text.codePointCount(0, text.length()) > MAX_DESCRIPTION) {
                throw Problem.at(pointer, Code.INVALID, "Must have at most " + MAX_DESCRIPTION + " characters.");
            }
            if (text.codePoints().anyMatch(BlockSpec::isLineBreakOrControl)) {
                throw Problem.at(pointer, Code.INVALID, "Must be one line without control characters.");
            }
            return text(text, pointer);
        }

        private static String text(String text, String pointer) {
            if (Utf8.hasLoneSurrogate(text)) {
                throw Problem.at(pointer, Code.INVALID, "A text must not contain a lone surrogate.");
            }
            return text;
        }
    }
}
