package dev.coppice.context;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.Envelope;
import dev.coppice.json.JsonInput;
import dev.coppice.json.Utf8;

/**
 * Request body that writes a block's content. Its JSON is {@code {content}} for the text of a block, or
 * {@code {content, title?, description?}} for an entry. Title and description are null if the body does not contain
 * them.
 */
record ContentBody(String title, String description, String content) {
    private static final class Reader {
        private String title;
        private String description;
        private String content;
    }

    /**
     * Reads a request body {@code {content}}, which writes the text of a block. Throws 400 {@code malformed} if it is
     * not a JSON object, a value has the wrong type or a name occurs twice, 400 {@code unknown-field} if it has another
     * member, 422 {@code invalid} if {@code content} is missing or contains a lone surrogate, which UTF-8 cannot
     * encode.
     */
    static ContentBody text(byte[] body) {
        return read(body, false);
    }

    /**
     * Reads a request body {@code {content, title?, description?}}, which writes an entry of a block. Throws 400
     * {@code malformed} if it is not a JSON object, a value has the wrong type or a name occurs twice, 400
     * {@code unknown-field} if it has another member, 422 {@code invalid} if {@code content} is missing, or if one of
     * the three texts contains a lone surrogate, which UTF-8 cannot encode.
     */
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

    /**
     * Reads the text at the current token of {@code in}. Throws 400 {@code malformed} if it is not a string, 422
     * {@code invalid} if it contains a lone surrogate, which UTF-8 cannot encode.
     */
    private static String text(JsonInput in) {
        var text = in.string();
        if (Utf8.hasLoneSurrogate(text)) {
            throw Problem.at(in.pointer(), Code.INVALID, "A text must not contain a lone surrogate.");
        }
        return text;
    }
}
