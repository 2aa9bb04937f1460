package dev.coppice.context;

import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;

/** The frozen prompt was rendered and stored again. */
public record PromptRefreshed(SessionName session) implements SessionEvent {}
