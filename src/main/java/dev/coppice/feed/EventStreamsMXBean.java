package dev.coppice.feed;

/**
 * JMX interface of the event streams of this node, with the name {@code dev.coppice:type=EventStreams}. Code outside of
 * the application calls it when the server is suspended, which is the first step of an orderly stop. The application
 * itself would notice the stop too late: only after all requests have ended, and an open stream is a request.
 */
public interface EventStreamsMXBean {
    /**
     * Ends all event streams, and refuses new ones with 503. Returns when they have ended, after two seconds at the
     * latest.
     */
    void end();

    /** Accepts event streams again, after {@link #end}. Ended streams stay ended. */
    void resume();
}
