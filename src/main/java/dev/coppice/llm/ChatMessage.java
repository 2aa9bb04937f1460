package dev.coppice.llm;

/**
 * A message of a conversation with a model.
 *
 * @param role {@code user} or {@code assistant}
 * @param text text of the message
 */
public record ChatMessage(String role, String text) {
    public ChatMessage {
        if (!role.equals("user") && !role.equals("assistant")) {
            throw new IllegalArgumentException("The role must be user or assistant");
        }
    }

    public static ChatMessage user(String text) {
        return new ChatMessage("user", text);
    }

    /** Describes the message without its text, so that no log contains the text. */
    @Override
    public String toString() {
        return "ChatMessage[" + role + "]";
    }
}
