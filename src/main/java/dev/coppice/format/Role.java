package dev.coppice.format;

import java.util.Locale;

/** Role of a message's author. */
enum Role {
    SYSTEM,
    USER,
    ASSISTANT,
    TOOL;

    /**
     * Returns the role with this name, ignoring upper and lower case; null if the name is unknown. Also knows the names
     * that some formats use: {@code developer} for {@link #SYSTEM}, {@code model} for {@link #ASSISTANT} and
     * {@code function} for {@link #TOOL}.
     */
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
