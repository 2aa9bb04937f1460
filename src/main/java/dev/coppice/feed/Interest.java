package dev.coppice.feed;

import java.util.List;

/** Whose events somebody reads: those of a session, of a namespace, or of a tenant; by their numbers. */
record Interest(Kind kind, long number) {
    enum Kind {
        SESSION,
        NAMESPACE,
        TENANT
    }

    static Interest session(long number) {
        return new Interest(Kind.SESSION, number);
    }

    static Interest namespace(long number) {
        return new Interest(Kind.NAMESPACE, number);
    }

    static Interest tenant(int number) {
        return new Interest(Kind.TENANT, number);
    }

    /** Everything that an event is of interest to. */
    static List<Interest> in(LoggedEvent event) {
        return List.of(session(event.session()), namespace(event.namespace()), tenant(event.tenant()));
    }

    boolean isSession() {
        return kind == Kind.SESSION;
    }

    boolean covers(LoggedEvent event) {
        return in(event).contains(this);
    }
}
