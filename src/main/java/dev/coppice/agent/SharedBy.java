package dev.coppice.agent;

import java.util.Locale;

/** Who shares the stored content of a context block. */
public enum SharedBy {
    /** Nobody: each session has its own. */
    SESSION,
    /** All sessions of a user, whatever their agents. */
    USER,
    /** All sessions of an agent. */
    AGENT,
    /** Everybody in the tenant. */
    TENANT;

    /** The word in JSON and in the database. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
