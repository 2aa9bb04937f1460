package dev.coppice.state;

/** What stands under a key. */
public enum Kind {
    SINGLE,
    LIST;

    /** As it is said in JSON. */
    public String word() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
