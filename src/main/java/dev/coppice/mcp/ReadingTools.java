package dev.coppice.mcp;

import dev.coppice.Ids;
import dev.coppice.api.Page;
import dev.coppice.context.Prompts;
import dev.coppice.memory.ProfileInfo;
import dev.coppice.memory.Profiles;
import dev.coppice.memory.UserName;
import dev.coppice.session.SessionFilter;
import dev.coppice.session.SessionInfo;
import dev.coppice.session.SessionLists;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Executes the tools {@code recent_conversations}, {@code read_conversation} and {@code get_prompt}. */
@ApplicationScoped
class ReadingTools {
    /** Number of conversations per page if the call gives no limit. Each is one line of the text for the model. */
    private static final int DEFAULT_LIMIT = 20;

    @Inject
    private SessionLists lists;

    @Inject
    private Profiles profiles;

    @Inject
    private Prompts prompts;

    @Inject
    private Conversations conversations;

    /**
     * Lists conversations, the most recently written first. The arguments of the call select a user, a namespace and an
     * agent; the client's user and namespace are the defaults. The first page also contains the user's profile, if
     * there is one. Throws 422 {@code invalid-id} if the id of the user or agent, or the namespace, is invalid, 400
     * {@code malformed} if the cursor is invalid.
     */
    ToolOutcome recentConversations(ToolCall call) {
        var arguments = call.arguments();
        var user = Ids.checkOrNull(call.user(), "user_id");
        var filter = new SessionFilter(
                call.namespaceOrAll(),
                user,
                Ids.checkOrNull(arguments.text("agent"), "agent"),
                null,
                null,
                null,
                null,
                null,
                null,
                Map.of());
        var cursor = arguments.text("cursor");
        var page = lists.list(call.binding().tenant(), filter, arguments.number("limit", DEFAULT_LIMIT), cursor);
        var profile = user == null || cursor != null
                ? Optional.<ProfileInfo>empty()
                : profiles.find(UserName.of(call.binding().tenant(), user));
        var structured = new LinkedHashMap<String, Object>();
        structured.put(
                "conversations", page.items().stream().map(SessionText::toMap).toList());
        structured.put("profile", profile.map(ProfileInfo::json).orElse(null));
        structured.put("next_cursor", page.nextCursor());
        return ToolOutcome.of(text(page, profile), structured);
    }

    private static String text(Page<SessionInfo> page, Optional<ProfileInfo> profile) {
        var text = new StringBuilder(SessionText.list(page.items()));
        if (page.nextCursor() != null) {
            text.append("\n\nMore: cursor=").append(page.nextCursor());
        }
        profile.ifPresent(known ->
                text.append("\n\nProfile of the user: ").append(new String(known.json(), StandardCharsets.UTF_8)));
        return text.toString();
    }

    /**
     * Returns the last messages of a conversation. If the conversation has several branches, also returns a page of the
     * ids of the branches' last messages. Throws 404 {@code session-not-found} if the session does not exist, 404
     * {@code message-not-found} if no message has the id in {@code leaf_id} or {@code before}, or if the message
     * {@code before} is not on the branch that is read, 400 {@code malformed} if {@code leaves_cursor} is invalid.
     */
    ToolOutcome readConversation(ToolCall call) {
        var arguments = call.arguments();
        var name = call.session();
        var leavesCursor = arguments.text("leaves_cursor");
        var leaves = conversations.leaves(name, leavesCursor);
        boolean isSingle = leavesCursor == null
                && leaves.nextCursor() == null
                && leaves.ids().size() < 2;
        var leafIds = isSingle ? List.<String>of() : leaves.ids();
        var conversation = conversations.read(
                name,
                arguments.number("last", Conversations.DEFAULT_MESSAGES),
                arguments.text("before"),
                arguments.text("leaf_id"));
        var structured = conversation.toMap();
        structured.put("leaf_ids", leafIds);
        structured.put("next_leaves", leaves.nextCursor());
        return ToolOutcome.of(conversation.text() + text(leafIds, leaves.nextCursor()), structured);
    }

    private static String text(List<String> leafIds, String nextLeaves) {
        var ids = leafIds.isEmpty()
                ? ""
                : "\n\nThe branches end with these messages (leaf_id): " + String.join(", ", leafIds);
        return nextLeaves == null ? ids : ids + "\n\nMore branches: leaves_cursor=" + nextLeaves;
    }

    /**
     * Returns the system prompt as one text. The prompt is frozen, that is, it stays the same until it is refreshed. If
     * sections of the prompt have changed since it was frozen, also returns a second text. The second text contains the
     * changed sections if the argument {@code reminder} is true; otherwise it only says that sections have changed.
     * Throws 404 {@code session-not-found} if the session does not exist.
     */
    ToolOutcome getPrompt(ToolCall call) {
        var name = call.session();
        var answer = prompts.freeze(name, call.arguments().flag("reminder"));
        var structured = new LinkedHashMap<String, Object>();
        structured.put("session_id", name.id());
        structured.put("prompt", answer.prompt());
        structured.put("stale", answer.stale());
        structured.put("reminder", answer.reminder());
        var texts = new ArrayList<>(List.of(answer.prompt()));
        if (answer.reminder() != null && !answer.reminder().isEmpty()) {
            texts.add(answer.reminder());
        } else if (answer.stale() && answer.reminder() == null) {
            texts.add("The prompt is stale: sections have changed since. Pass reminder=true to get them.");
        }
        return new ToolOutcome(texts, structured, false);
    }
}
