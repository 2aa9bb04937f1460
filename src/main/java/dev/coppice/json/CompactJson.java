package dev.coppice.json;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.io.StringWriter;

/** Copies one JSON object or array from a parser, without white space. */
final class CompactJson {
    private CompactJson() {}

    /**
     * Returns the JSON of the object or array that begins at the parser's current token, without white space between
     * its tokens, and moves the parser to its end. Numbers keep their text. Not recursive, whatever the depth of the
     * value.
     */
    static String copy(JsonParser parser) throws IOException {
        var text = new StringWriter();
        try (var out = JsonInput.FACTORY.createGenerator(text)) {
            int open = 0;
            do {
                var token = parser.currentToken();
                open += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                if (token.isNumeric()) {
                    out.writeNumber(parser.getText());
                } else {
                    out.copyCurrentEvent(parser);
                }
                if (open > 0) {
                    parser.nextToken();
                }
            } while (open > 0 || !parser.currentToken().isStructEnd());
        }
        return text.toString();
    }
}
