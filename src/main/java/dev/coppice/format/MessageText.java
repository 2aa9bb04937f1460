package dev.coppice.format;

import com.fasterxml.jackson.core.JsonToken;
import dev.coppice.format.MessageTexts.Kind;
import java.io.IOException;

/**
 * The searchable text of a message. Each text of the message begins on a new line. Of a tool's input or output in JSON,
 * only names and values are included. Immutable.
 *
 * @param said what people and models say in the message; empty if the message is the result of a tool
 * @param aside all other texts of the message: reasoning, and the names, inputs and outputs of tools
 */
public record MessageText(String said, String aside) {
    /**
     * Returns the texts of a stored message, in time linear in its length. The body of a deleted message is empty and
     * gives empty texts.
     *
     * @param body the message as a JSON object
     */
    public static MessageText of(byte[] body) {
        return of(ParsedMessage.of(body));
    }

    /** Returns the texts of a parsed message. */
    public static MessageText of(ParsedMessage message) {
        var lines = new Lines();
        MessageTexts.visit(message, lines);
        return message.isFromTool()
                ? new MessageText("", Lines.add(lines.said, lines.aside).toString())
                : new MessageText(lines.said.toString(), lines.aside.toString());
    }

    /** Returns the text to display: {@code said} or, if that is blank, {@code aside}. */
    public String shown() {
        return said.isBlank() ? aside : said;
    }

    /** Returns the whole text: {@code said} and {@code aside}, with a blank line between them. */
    public String whole() {
        return said.isBlank() || aside.isBlank() ? shown() : said + "\n\n" + aside;
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

        /**
         * Returns the text as it is searched: of a JSON text, only the names and values, separated by spaces; any other
         * text unchanged.
         */
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
                return text; // Not JSON: tools may return anything.
            }
            return words;
        }
    }
}
