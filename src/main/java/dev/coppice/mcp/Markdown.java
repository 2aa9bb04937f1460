package dev.coppice.mcp;

/** Writes a conversation as Markdown text. Pure. */
final class Markdown {
    private Markdown() {}

    /** Returns the conversation as Markdown. The conversation and each message have a heading. */
    static String of(Conversation conversation) {
        var text = new StringBuilder("# Conversation " + conversation.sessionId() + "\n\n"
                + conversation.messages().size() + " of " + conversation.pathLength() + " messages.\n");
        if (conversation.before() != null) {
            text.append("Older ones: the tool read_conversation with before=")
                    .append(conversation.before())
                    .append(".\n");
        }
        for (var message : conversation.messages()) {
            text.append("\n## ").append(message.role()).append(", ");
            if (message.createdAt() != null) {
                text.append(message.createdAt()).append(", ");
            }
            text.append(message.id()).append("\n\n").append(message.text()).append('\n');
        }
        return text.toString();
    }
}
