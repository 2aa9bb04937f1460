package dev.coppice.session;

/** A session whose time was over was removed, with everything that it had. */
public record SessionExpired(SessionName session) implements SessionEvent {}
