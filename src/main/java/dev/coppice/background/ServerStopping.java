package dev.coppice.background;

/**
 * CDI event: the server stops or is suspended. Running requests have a few seconds to end. An observer ends work of
 * this node that may take longer, for example event streams and model calls, and returns within two seconds.
 */
public record ServerStopping() {}
