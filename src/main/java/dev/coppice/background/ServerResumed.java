package dev.coppice.background;

/** CDI event: the server works again after a {@link ServerStopping} that no stop followed. */
public record ServerResumed() {}
