package dev.coppice.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;

/** Walks over one verbatim value and refuses what could not be given back, or read, the same way by everybody. */
final class Strictness {
    private final JsonInput input;
    private final JsonParser parser;
    private final Code invalid;
    private final ArrayDeque<Set<String>> names = new ArrayDeque<>();

    Strictness(JsonInput input, JsonParser parser, Code invalid) {
        this.input = input;
        this.parser = parser;
        this.invalid = invalid;
    }

    /** From the first token of the value to its last; bounded by the body's length. */
    void walk() {
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
                    throw Problem.at(input.pointer(), invalid, "The key stands twice in one object.");
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
        if (names.size() > JsonInput.MAX_DEPTH) {
            throw new Problem(
                    Code.MALFORMED, "Verbatim data may be nested " + JsonInput.MAX_DEPTH + " levels, not deeper.");
        }
    }

    private String checked(String text) {
        if (Utf8.hasLoneSurrogate(text)) {
            throw Problem.at(
                    input.pointer(), isMessageId() ? Code.INVALID_ID : invalid, "Half a surrogate pair is no text.");
        }
        return text;
    }

    /** Ids have a code of their own, wherever they stand. */
    private boolean isMessageId() {
        return invalid == Code.INVALID_MESSAGE && names.size() == 1 && "id".equals(input.name());
    }
}
