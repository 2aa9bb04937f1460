package dev.coppice.format;

/**
 * Passes the texts and files of a message of any format to a visitor, in document order. One object handles one
 * message.
 */
final class MessageTexts {
    /** Kind of a text in a message. */
    enum Kind {
        /** What a person or model says, without reasoning. */
        SAID,
        /** Reasoning of a model. */
        THOUGHT,
        /**
         * Input or output of a tool, or the content of a part of an unknown type. A JSON string is passed as its text,
         * any other value as JSON.
         */
        TOOL
    }

    /** Receives the texts and files of a message. */
    interface Visitor {
        /**
         * Receives one text.
         *
         * @param member name of the message member that contains the text
         */
        void text(String member, Kind kind, String text);

        /** Called for each part about a tool, before the texts of that part. */
        default void tool(ParsedPart part) {
            // Nothing to do: most visitors do not need the names of tools.
        }

        /**
         * Receives the output of a tool, which may contain files. By default, passes it to {@link #text}.
         *
         * @param member name of the message member that contains the output
         * @param output the output as JSON; never null
         */
        default void output(String member, JsonSlice output) {
            text(member, Kind.TOOL, output.compact());
        }

        /**
         * Called for each part that is a file.
         *
         * @param member name of the message member that contains the part
         */
        default void file(String member, ParsedPart part) {
            // Most visitors do not use files.
        }
    }

    private final Visitor visitor;
    private String member;

    private MessageTexts(Visitor visitor) {
        this.visitor = visitor;
    }

    /**
     * Passes all texts and files of a message to the visitor. If the message's only part is an item of OpenAI's API
     * with the type {@code message}, passes the texts and files of that item.
     */
    static void visit(ParsedMessage message, Visitor visitor) {
        var inner = ResponseItem.innerMessage(message);
        var visited = inner == null ? message : inner;
        var texts = new MessageTexts(visitor);
        var members = visited.members();
        for (int i = 0; i < members.size(); i++) {
            texts.member = members.name(i);
            texts.member(visited, members.value(i));
        }
    }

    /**
     * Passes the texts and files of one part to the visitor, as if it were the only part of the {@code content} of a
     * message.
     */
    static void visit(ParsedPart part, Visitor visitor) {
        var texts = new MessageTexts(visitor);
        texts.member = "content";
        texts.part(part);
    }

    private void member(ParsedMessage message, JsonSlice value) {
        switch (member) {
            case "parts", "content", "tool_calls" -> {
                if (value.isArray()) {
                    message.group(member).orElseThrow().parts().forEach(this::part);
                } else if (!member.equals("tool_calls")) {
                    string(Kind.SAID, value);
                }
            }
            case "refusal" -> string(Kind.SAID, value);
            case "reasoning", "reasoning_content" -> string(Kind.THOUGHT, value);
            case "function_call" -> {
                if (value.isObject()) {
                    part(message.functionCall());
                }
            }
            default -> {
                // Other members contain no text.
            }
        }
    }

    private void string(Kind kind, JsonSlice value) {
        if (value.isString()) {
            give(kind, value);
        }
    }

    private void part(ParsedPart part) {
        if (part.isTool()) {
            visitor.tool(part);
            give(Kind.TOOL, part.input());
            if (part.output() != null) {
                visitor.output(member, part.output());
            }
            return;
        }
        if (part.kind() == PartKind.FILE) {
            visitor.file(member, part);
        }
        boolean isThought = part.kind() == PartKind.REASONING;
        if (part.text() != null) {
            give(isThought ? Kind.THOUGHT : Kind.SAID, part.text());
        } else if (isThought && !part.summary().isEmpty()) {
            visitor.text(member, Kind.THOUGHT, String.join("\n", part.summary()));
        } else {
            give(Kind.TOOL, part.otherResult());
        }
    }

    private void give(Kind kind, JsonSlice value) {
        if (value != null) {
            visitor.text(member, kind, value.compact());
        }
    }
}
