package dev.coppice.boot;

/**
 * Writes a JSON object on one line, with texts as members. The log uses it, because this module has no JSON library.
 * Not thread-safe.
 */
final class JsonLine {
    private final StringBuilder line = new StringBuilder(200);

    /** Adds a member. A null value becomes JSON null. */
    JsonLine member(String name, String value) {
        line.append(line.isEmpty() ? "{" : ",");
        string(name);
        line.append(':');
        if (value == null) {
            line.append("null");
        } else {
            string(value);
        }
        return this;
    }

    /** Adds a member, unless the value is null. */
    JsonLine memberIfPresent(String name, String value) {
        return value == null ? this : member(name, value);
    }

    /** Returns the object, with a line end. */
    String end() {
        return line.append("}\n").toString();
    }

    private void string(String text) {
        line.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                line.append('\\').append(c);
            } else if (ControlCharacters.contains(c)) {
                line.append(ControlCharacters.escape(c));
            } else {
                line.append(c);
            }
        }
        line.append('"');
    }
}
