package dev.coppice.state;

import java.util.Locale;

/** The kind of value stored under a key. */
public enum ValueKind {
    SINGLE,
    LIST;

    /** Returns the name of the kind in JSON. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
