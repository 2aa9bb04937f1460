package dev.coppice.context;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.JsonInput;

/** What a request writes: a text, and of an entry its title and description, which may be null. */
record TextBody(String title, String description, String content) {
    private static final class Reader {
        private String title;
        private String description;
        private String content;
    }

    /** {@code {content}}. */
    static TextBody read(byte[] body) {
        return read(body, false);
    }

    /** {@code {content, title?, description?}}. */
    static TextBody entry(byte[] body) {
        return read(body, true);
    }

    private static TextBody read(byte[] body, boolean entry) {
        var reader = new Reader();
        var in = JsonInput.of(body);
        in.document(field -> {
            switch (field) {
                case "content" -> reader.content = text(in, in.string());
                case "title" -> reader.title = known(in, entry);
                case "description" -> reader.description = known(in, entry);
                default -> in.unknown();
            }
        });
        if (reader.content == null) {
            throw Problem.at("/content", Code.INVALID, "A content is needed; it may be empty.");
        }
        return new TextBody(reader.title, reader.description, reader.content);
    }

    private static String known(JsonInput in, boolean entry) {
        if (!entry) {
            in.unknown();
        }
        return text(in, in.stringOrNull());
    }

    /** 422 {@code invalid} for half a surrogate pair, which UTF-8 cannot hold. */
    private static String text(JsonInput in, String text) {
        if (text != null
                && text.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
            throw Problem.at(in.pointer(), Code.INVALID, "A text must not hold half a surrogate pair.");
        }
        return text;
    }
}
