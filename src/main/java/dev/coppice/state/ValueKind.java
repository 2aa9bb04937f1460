package dev.coppice.state;

import java.util.Locale;

/** The kind of value stored under a key. */
public enum ValueKind {
    SINGLE,
    LIST;

    /** The JSON value. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
