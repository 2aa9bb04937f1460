package dev.coppice.format;

import com.fasterxml.jackson.core.JsonToken;
import dev.coppice.format.MessageTexts.Kind;
import java.io.IOException;

/**
 * The searchable text of a message, without its JSON. Each text is a line of its own. Immutable.
 *
 * @param said what people and models said; empty for the message of a tool
 * @param aside reasoning, and names, inputs and outputs of tools
 */
public record MessageText(String said, String aside) {
    /** Derives the text of a stored message, linear in its length. The empty body of a deleted message has no text. */
    public static MessageText of(byte[] body) {
        return of(ParsedMessage.of(body));
    }

    /** The text of a parsed message. */
    public static MessageText of(ParsedMessage message) {
        var lines = new Lines();
        MessageTexts.visit(message, lines);
        return message.isFromTool()
                ? new MessageText("", Lines.add(lines.said, lines.aside).toString())
                : new MessageText(lines.said.toString(), lines.aside.toString());
    }

    /** The text that is shown to a reader: what was said, or else the rest. */
    public String shown() {
        return said.isBlank() ? aside : said;
    }

    private static final class Lines implements MessageTexts.Visitor {
        private final StringBuilder said = new StringBuilder();
        private final StringBuilder aside = new StringBuilder();

        @Override
        public void tool(ParsedPart part) {
            add(aside, words(part.searchedTool()));
        }

        @Override
        public void text(String member, Kind kind, String text) {
            add(kind == Kind.SAID ? said : aside, kind == Kind.TOOL ? words(text) : text);
        }

        private static StringBuilder add(StringBuilder lines, CharSequence text) {
            return text.isEmpty()
                    ? lines
                    : lines.append(lines.isEmpty() ? "" : "\n").append(text);
        }

        /** The names and values in JSON, with blanks between them; a text that is not JSON unchanged. */
        private static CharSequence words(String text) {
            if (!text.startsWith("{") && !text.startsWith("[")) {
                return text;
            }
            var words = new StringBuilder();
            try (var json = JsonSlice.JSON.createParser(text)) {
                for (var token = json.nextToken(); token != null; token = json.nextToken()) {
                    if (token == JsonToken.FIELD_NAME || token.isScalarValue()) {
                        words.append(words.isEmpty() ? "" : " ").append(json.getText());
                    }
                }
            } catch (IOException e) {
                return text; // Tools may return anything.
            }
            return words;
        }
    }
}
