package dev.coppice.state;

import java.util.Locale;

/** The kind of a value that a session stores under a key: a list or a single value. */
public enum ValueKind {
    SINGLE,
    LIST;

    /** Returns the name of the kind in JSON: {@code single} or {@code list}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
