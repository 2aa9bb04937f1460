package dev.coppice.session;

/** A session was deleted, with everything that it had. */
public record SessionDeleted(SessionName session) implements SessionEvent {}
