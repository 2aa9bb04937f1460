package dev.coppice.format;

import dev.coppice.json.JsonInput;
import java.util.List;

/**
 * What a tool gave back, as it stands in a message.
 *
 * @param from number of its first byte
 * @param to number of the byte behind it
 * @param text the beginning of what it says
 * @param typed true when a plain string may not stand there
 * @param failed true when it says itself that it is no output
 */
record ToolOutput(int from, int to, String text, boolean typed, boolean failed) {
    /** What is said to the model in place of a document. */
    private static final List<String> NO_DOCUMENTS = List.of(SkillCalls.UNLOADED, "Not found:", "Error:");

    /** Reads the current value, whatever it is; null for JSON's null. */
    static ToolOutput read(JsonInput in) {
        if (in.isNull()) {
            return null;
        }
        int from = in.from();
        if (in.atObject()) {
            return new Typed(in).read(from);
        }
        var text = in.atArray() ? firstText(in) : in.json();
        return new ToolOutput(from, in.to(), text, false, false);
    }

    /** The text of the first text part. */
    private static String firstText(JsonInput in) {
        var found = new String[] {null};
        in.array(() -> {
            if (!in.atObject()) {
                in.skip();
                return;
            }
            in.object(member -> {
                if (found[0] == null && member.equals("text") && in.atString()) {
                    found[0] = in.string();
                } else {
                    in.skip();
                }
            });
        });
        return found[0] == null ? "" : found[0];
    }

    /** True when it is a document, not a word about why there is none. */
    boolean isDocument() {
        return !failed && NO_DOCUMENTS.stream().noneMatch(text::startsWith);
    }

    SkillCall.Output place() {
        return new SkillCall.Output(from, to, typed);
    }

    /** The AI SDK's outputs: a value, and of which type it is. */
    private static final class Typed {
        private static final List<String> FAILURES = List.of("error-text", "error-json", "execution-denied");

        private final JsonInput in;
        private String type;
        private boolean string;
        private int from;
        private int to;
        private String text = "";

        Typed(JsonInput in) {
            this.in = in;
        }

        ToolOutput read(int objectFrom) {
            in.object(this::member);
            int objectTo = in.to();
            boolean failed = type != null && FAILURES.contains(type);
            return "text".equals(type) && string
                    ? new ToolOutput(from, to, text, false, false)
                    : new ToolOutput(objectFrom, objectTo, text, type != null, failed);
        }

        private void member(String member) {
            switch (member) {
                case "type" -> type = ToolPart.text(in);
                case "value" -> value();
                default -> in.skip();
            }
        }

        private void value() {
            string = in.atString();
            if (string) {
                from = in.from();
                text = in.string();
                to = in.to();
            } else if (in.atArray()) {
                text = firstText(in);
            } else {
                in.skip();
            }
        }
    }
}
