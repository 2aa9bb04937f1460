package dev.coppice.mcp;

import dev.coppice.json.Times;
import dev.coppice.session.SessionInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes lists of sessions as texts for a model. Pure. */
final class SessionText {
    private SessionText() {}

    /** Returns a list of sessions as a text with one line for each session. If the list is empty, the text says so. */
    static String list(List<SessionInfo> sessions) {
        return sessions.isEmpty()
                ? "No conversations."
                : sessions.stream().map(SessionText::line).collect(Collectors.joining("\n"));
    }

    private static String line(SessionInfo session) {
        return "- " + title(session) + ": session_id: " + session.id()
                + (session.namespace().isEmpty() ? "" : ", namespace: " + session.namespace()) + ", " + size(session);
    }

    /**
     * Returns a text with the number of messages and the time of the last write, for example
     * {@code messages: 40, last written: 2026-11-22T10:33:10.585Z}.
     */
    static String size(SessionInfo session) {
        return "messages: " + session.messageCount() + ", last written: " + Times.text(session.updatedAt());
    }

    /** Returns the display name of a session as one line; the id of the session if it has no display name. */
    static String title(SessionInfo session) {
        var name = session.name();
        return Lines.one(name == null || name.isBlank() ? session.id() : name);
    }

    /** Returns a session as data for programs: an item of the member {@code structuredContent} of a tool result. */
    static Map<String, Object> toMap(SessionInfo session) {
        var map = new LinkedHashMap<String, Object>();
        map.put("session_id", session.id());
        map.put("namespace", session.namespace());
        map.put("session_name", session.name());
        map.put("agent", session.agent());
        map.put("user_id", session.userId());
        map.put("messages", session.messageCount());
        map.put("created_at", Times.text(session.createdAt()));
        map.put("updated_at", Times.text(session.updatedAt()));
        return map;
    }
}
