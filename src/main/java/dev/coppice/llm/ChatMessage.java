package dev.coppice.llm;

/**
 * What one side says.
 *
 * @param role {@code user} or {@code assistant}
 */
public record ChatMessage(String role, String text) {
    public ChatMessage {
        if (!role.equals("user") && !role.equals("assistant")) {
            throw new IllegalArgumentException("A role is user or assistant");
        }
    }

    public static ChatMessage user(String text) {
        return new ChatMessage("user", text);
    }

    /** Without the text, which is nobody's business but the model's. */
    @Override
    public String toString() {
        return "ChatMessage[" + role + "]";
    }
}
