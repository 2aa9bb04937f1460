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
            text.append('\n').append(section(message));
        }
        return text.toString();
    }

    /** Returns the heading and the text of one message. No line of the text looks like a heading. */
    private static String section(MessageView message) {
        var time = message.createdAt() == null ? "" : message.createdAt() + ", ";
        var heading = "## " + Lines.one(message.role()) + ", " + time + message.id();
        return heading + "\n\n" + Lines.withoutHeadings(message.text()) + '\n';
    }
}
