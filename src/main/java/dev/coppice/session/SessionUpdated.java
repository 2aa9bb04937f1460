package dev.coppice.session;

/** A session's name, metadata or limits were changed. */
public record SessionUpdated(SessionName session) implements SessionEvent {}
