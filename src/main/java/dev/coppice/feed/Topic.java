package dev.coppice.feed;

import java.util.List;

/**
 * What a client of an event stream follows: all events of a session, of a namespace or of a tenant.
 *
 * @param kind whether the client follows a session, a namespace or a tenant
 * @param number database id of the session, the namespace or the tenant
 */
public record Topic(Kind kind, long number) {
    /** What {@link Topic#number} identifies: a session, a namespace or a tenant. */
    public enum Kind {
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

    /** Returns the three topics that an event belongs to: its session, its namespace and its tenant. */
    static List<Topic> of(LoggedEvent event) {
        return List.of(session(event.session()), namespace(event.namespace()), tenant(event.tenant()));
    }

    boolean isSession() {
        return kind == Kind.SESSION;
    }

    /** True if the event belongs to this session, namespace or tenant. */
    boolean contains(LoggedEvent event) {
        return of(event).contains(this);
    }
}
