package dev.coppice.feed;

import java.util.List;

/** Whose events somebody reads: those of a session, of a namespace, or of a tenant; by their numbers. */
record Topic(Kind kind, long number) {
    enum Kind {
        SESSION,
        NAMESPACE,
        TENANT
    }

    static Topic session(long number) {
        return new Topic(Kind.SESSION, number);
    }

    static Topic namespace(long number) {
        return new Topic(Kind.NAMESPACE, number);
    }

    static Topic tenant(int number) {
        return new Topic(Kind.TENANT, number);
    }

    /** Everything that an event is of interest to. */
    static List<Topic> in(LoggedEvent event) {
        return List.of(session(event.session()), namespace(event.namespace()), tenant(event.tenant()));
    }

    boolean isSession() {
        return kind == Kind.SESSION;
    }

    boolean covers(LoggedEvent event) {
        return in(event).contains(this);
    }
}
