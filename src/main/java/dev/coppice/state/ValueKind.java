package dev.coppice.state;

import java.util.Locale;

/** What stands under a key. */
public enum ValueKind {
    SINGLE,
    LIST;

    /** As it is said in JSON. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
