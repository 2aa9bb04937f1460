package dev.coppice.context;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.Envelope;
import dev.coppice.json.JsonInput;
import dev.coppice.json.Utf8;

/**
 * Request body: {@code {content}}, or an entry {@code {content, title?, description?}}. Title and description may be
 * null.
 */
record ContentBody(String title, String description, String content) {
    private static final class Reader {
        private String title;
        private String description;
        private String content;
    }

    /** Reads a request body {@code {content}}, as for a block with a text. */
    static ContentBody text(byte[] body) {
        return read(body, false);
    }

    /** Reads a request body {@code {content, title?, description?}}, as for an entry of a block. */
    static ContentBody entry(byte[] body) {
        return read(body, true);
    }

    private static ContentBody read(byte[] body, boolean entry) {
        var reader = new Reader();
        var in = JsonInput.of(body);
        Envelope.document(in, field -> switch (field) {
            case "content" -> () -> reader.content = text(in);
            case "title" -> entry ? () -> reader.title = text(in) : in.unknown();
            case "description" -> entry ? () -> reader.description = text(in) : in.unknown();
            default -> in.unknown();
        });
        if (reader.content == null) {
            throw Problem.at("/content", Code.INVALID, "The body must contain content; it may be empty.");
        }
        return new ContentBody(reader.title, reader.description, reader.content);
    }

    /** Reads a text; 422 {@code invalid} when it contains a lone surrogate, which UTF-8 cannot encode. */
    private static String text(JsonInput in) {
        var text = in.string();
        if (Utf8.hasLoneSurrogate(text)) {
            throw Problem.at(in.pointer(), Code.INVALID, "A text must not contain a lone surrogate.");
        }
        return text;
    }
}
