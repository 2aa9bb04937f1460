package dev.coppice.format;

import java.util.Locale;

/** The author of a message. */
enum Role {
    SYSTEM,
    USER,
    ASSISTANT,
    TOOL;

    /** The role of a stored message, in any case of letters; null for an unknown word. */
    static Role of(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "system", "developer" -> SYSTEM;
            case "user" -> USER;
            case "assistant", "model" -> ASSISTANT;
            case "tool", "function" -> TOOL;
            default -> null;
        };
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
