package dev.coppice.feed;

/**
 * JMX interface of the event streams of this node, with the name {@code dev.coppice:type=EventStreams}. The server calls
 * it when it is suspended, which is the first step of an orderly stop, because the application itself is informed too
 * late, after all requests have ended.
 */
public interface EventStreamsMXBean {
    /** Ends all event streams, and refuses new ones with 503. Returns within about two seconds. */
    void end();

    /** Accepts event streams again. */
    void resume();
}
