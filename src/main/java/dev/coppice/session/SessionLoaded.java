package dev.coppice.session;

/** A session was looked up and found. Told to observers only: nothing changed, so the log does not have it. */
public record SessionLoaded(SessionName session) implements SessionEvent {}
