package dev.coppice.background;

/**
 * JMX interface that informs this node that the server stops, with the name {@code dev.coppice:type=ServerStop}. Code
 * outside of the application calls it when the server is suspended, which is the first step of an orderly stop. The
 * application itself would notice the stop too late: only after all requests have ended.
 */
public interface ServerStopMXBean {
    /**
     * Fires {@link ServerStopping}, so that the application ends what would delay the stop. Returns when all observers
     * have returned.
     */
    void begin();

    /** Fires {@link ServerResumed}: the server goes on after {@link #begin}, because it was only suspended. */
    void cancel();
}
