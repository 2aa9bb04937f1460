package dev.coppice.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import dev.coppice.format.PartReader.Kind;
import dev.coppice.json.JsonInput;
import java.io.IOException;
import java.util.Set;

/**
 * The words of a stored message, without its JSON: what people and models said, and aside from it what was thought and
 * what tools were given and gave back. Parts are lines. Immutable.
 *
 * @param said text parts; what a tool's own message says is not among them
 * @param aside reasoning, names, inputs and outputs of tools
 */
public record MessageText(String said, String aside) {
    private static final Set<String> TOOL_ROLES = Set.of("tool", "function");
    private static final TokenCounter NOTHING = text -> 0;
    private static final JsonFactory JSON = new JsonFactory();

    /** Reads a body that was stored; linear in its length. An empty one, of a message that was wiped, has no words. */
    public static MessageText of(byte[] body) {
        return body.length == 0 ? new MessageText("", "") : new Reader(JsonInput.of(body)).read();
    }

    /** What a reader is shown: what was said, or else what stands aside. */
    public String shown() {
        return said.isBlank() ? aside : said;
    }

    private static final class Reader {
        private final StringBuilder said = new StringBuilder();
        private final StringBuilder aside = new StringBuilder();
        private final JsonInput in;
        private final PartReader parts;
        private String role = "";

        Reader(JsonInput in) {
            this.in = in;
            this.parts = new PartReader(in, this::add, NOTHING);
        }

        MessageText read() {
            in.object(this::member);
            if (TOOL_ROLES.contains(role)) {
                return new MessageText("", line(said, aside).toString());
            }
            return new MessageText(said.toString(), aside.toString());
        }

        private void member(String name) {
            switch (name) {
                case "role" -> role = in.json();
                case "parts", "content" -> {
                    if (in.atArray()) {
                        parts.array();
                    } else {
                        parts.text();
                    }
                }
                case "reasoning", "reasoning_content" -> {
                    if (in.atString()) {
                        add(Kind.THOUGHT, in.string());
                    } else {
                        in.skip();
                    }
                }
                case "tool_calls" -> {
                    if (in.atArray()) {
                        parts.calls();
                    } else {
                        in.skip();
                    }
                }
                default -> in.skip();
            }
        }

        private void add(Kind kind, String text) {
            line(kind == Kind.SAID ? said : aside, kind == Kind.TOOL ? words(text) : text);
        }

        private static StringBuilder line(StringBuilder lines, CharSequence text) {
            return text.isEmpty()
                    ? lines
                    : lines.append(lines.isEmpty() ? "" : "\n").append(text);
        }

        /** The values that stand in JSON; a text that is no JSON as it is. */
        private static CharSequence words(String text) {
            if (!text.startsWith("{") && !text.startsWith("[")) {
                return text;
            }
            var words = new StringBuilder();
            try (var json = JSON.createParser(text)) {
                for (var token = json.nextToken(); token != null; token = json.nextToken()) {
                    if (token == JsonToken.FIELD_NAME || token.isScalarValue()) {
                        words.append(words.isEmpty() ? "" : " ").append(json.getText());
                    }
                }
            } catch (IOException e) {
                return text; // a tool may say anything
            }
            return words;
        }
    }
}
