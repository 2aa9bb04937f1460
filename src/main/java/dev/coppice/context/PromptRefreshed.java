package dev.coppice.context;

import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;

/** Event: the frozen prompt was rendered again and replaced. */
public record PromptRefreshed(SessionName session) implements SessionEvent {}
