package dev.coppice.context;

import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;

/** Event: the frozen prompt of a session was replaced by a new rendering. */
public record PromptRefreshed(SessionName session) implements SessionEvent {}
