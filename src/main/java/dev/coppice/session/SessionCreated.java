package dev.coppice.session;

/** A session was made. */
public record SessionCreated(SessionName session) implements SessionEvent {}
