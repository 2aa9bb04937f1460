package dev.coppice.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;

/**
 * Checks a JSON value that is stored verbatim. Refuses a value that is nested too deeply. Also refuses duplicate keys
 * and lone surrogates (halves of a surrogate pair), because JSON parsers differ in how they read them.
 */
final class VerbatimCheck {
    private final JsonInput input;
    private final JsonParser parser;
    private final Code invalid;
    private final int maxDepth;
    private final ArrayDeque<Set<String>> names = new ArrayDeque<>();

    VerbatimCheck(JsonInput input, JsonParser parser, Code invalid, int maxDepth) {
        this.input = input;
        this.parser = parser;
        this.invalid = invalid;
        this.maxDepth = maxDepth;
    }

    /**
     * Checks the reader's current value, and moves the reader to the last token of this value. Throws 400
     * {@code malformed} if the value has more than {@code maxDepth} levels of nesting. If a key occurs twice or a
     * string has a lone surrogate, throws a problem with the code that was given to the constructor as {@code invalid};
     * for a lone surrogate in the id of a message, 422 {@code invalid-id}.
     */
    void run() {
        var token = parser.currentToken();
        while (true) {
            visit(token);
            if (names.isEmpty() && token != JsonToken.FIELD_NAME) {
                return;
            }
            token = input.next();
        }
    }

    private void visit(JsonToken token) {
        switch (token) {
            case START_OBJECT, START_ARRAY -> enter();
            case END_OBJECT, END_ARRAY -> names.pop();
            case FIELD_NAME -> {
                var name = checked(input.text());
                if (!names.peek().add(name)) {
                    throw Problem.at(input.pointer(), invalid, "The object contains this key twice.");
                }
            }
            case VALUE_STRING -> {
                if (input.escapesSurrogates()) {
                    checked(input.text());
                }
            }
            default -> {}
        }
    }

    private void enter() {
        names.push(new HashSet<>());
        if (names.size() > maxDepth) {
            throw new Problem(
                    Code.MALFORMED,
                    "Messages and metadata must not have more than " + maxDepth + " levels of nesting.");
        }
    }

    private String checked(String text) {
        if (Utf8.hasLoneSurrogate(text)) {
            throw Problem.at(
                    input.pointer(),
                    isMessageId() ? Code.INVALID_ID : invalid,
                    "A text must not contain half a surrogate pair.");
        }
        return text;
    }

    /**
     * True if the checked value is the member {@code id} of a message. Errors in this member have the code
     * {@code invalid-id}.
     */
    private boolean isMessageId() {
        return invalid == Code.INVALID_MESSAGE && names.size() == 1 && "id".equals(input.name());
    }
}
