package dev.coppice.mcp;

import dev.coppice.Problem;
import dev.coppice.context.Prompts;
import dev.coppice.db.DatabaseClock;
import dev.coppice.search.HitOptions;
import dev.coppice.search.SearchFilter;
import dev.coppice.search.SearchQuery;
import dev.coppice.search.Searches;
import dev.coppice.session.SessionInfo;
import dev.coppice.session.SessionLists;
import dev.coppice.session.SessionName;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes the MCP prompts, which a user of a client can choose. Thread-safe. */
@ApplicationScoped
class PromptTexts {
    /**
     * Maximum number of sessions that one MCP prompt contains. Each is one line, and a user who asks about recent work
     * seldom means older ones.
     */
    private static final int MAX_SESSIONS = 50;

    @Inject
    private SessionLists lists;

    @Inject
    private Searches searches;

    @Inject
    private Prompts prompts;

    @Inject
    private Conversations conversations;

    /**
     * Returns the result of a request {@code prompts/get}, that is, the text of the prompt that the request names.
     * Throws an {@link RpcError} if there is no such prompt, if its arguments are invalid, or if a session does not
     * exist. A problem with a status of 500 or above, for example 503 {@code busy}, is thrown as it is.
     */
    Map<String, Object> get(RpcRequest request, Client client) {
        var arguments = arguments(request.params());
        var name = request.params().text("name");
        try {
            return result(text(name == null ? "" : name, arguments, client));
        } catch (Problem problem) {
            if (problem.code().status() >= 500) {
                throw problem;
            }
            throw invalid(ModelErrors.text(problem, arguments.names()));
        }
    }

    /**
     * Reads the arguments of a request for a prompt, by name. Leaves out arguments that are null or an empty text,
     * because clients send these for an argument that the user did not enter. Throws an {@link RpcError} if the member
     * {@code arguments} of the request is not an object, or if an argument is neither a text nor null.
     *
     * @param params parameters of the request {@code prompts/get}; without a member {@code arguments}, the result is
     *     empty
     */
    static Members arguments(Members params) {
        if (params.get("arguments") != null && !params.hasObject("arguments")) {
            throw invalid("arguments must be an object.");
        }
        var arguments = params.object("arguments");
        var values = new LinkedHashMap<String, Members.Value>();
        for (var name : arguments.names()) {
            var value = arguments.get(name);
            if (value != null && value.type() != Members.Type.STRING) {
                throw invalid("the arguments of a prompt must be strings.");
            }
            if (value != null && !value.text().isEmpty()) {
                values.put(name, value);
            }
        }
        return new Members(values);
    }

    private String text(String name, Members arguments, Client client) {
        return switch (name) {
            case "continue_conversation" -> continueConversation(arguments, client);
            case "recent_activity" -> recentActivity(arguments.text("timeframe"), client.binding());
            case "system_prompt" -> prompts.freeze(session(arguments, client), false)
                    .prompt();
            case "summarize_session" -> "Summarize this conversation: what was asked, what was decided, what is open."
                    + " Keep names, numbers and decisions.\n\n"
                    + conversations
                            .read(session(arguments, client), Conversations.MAX_MESSAGES, null, null)
                            .text();
            default -> throw invalid("There is no prompt of this name.");
        };
    }

    private static RpcError invalid(String message) {
        return RpcError.of(RpcError.INVALID_PARAMS, "Invalid params: " + message);
    }

    private static Map<String, Object> result(String text) {
        var message = new LinkedHashMap<String, Object>();
        message.put("role", "user");
        message.put("content", ToolOutcome.content(text));
        return Map.of("messages", List.of(message));
    }

    private static SessionName session(Members arguments, Client client) {
        var id = client.sessionId(arguments.text("session_id"));
        if (id == null) {
            throw invalid("session_id is missing.");
        }
        return client.binding().name(null, id);
    }

    private String continueConversation(Members arguments, Client client) {
        var binding = client.binding();
        var topic = arguments.text("topic");
        boolean hasTopic = topic != null && !topic.isBlank();
        var named = arguments.text("session_id");
        var text = new StringBuilder("Let us continue. Read what was said before, say in one or two sentences where we"
                + " stopped, and go on from there.");
        if (hasTopic) {
            text.append("\n\nTopic: ").append(topic).append("\n\n").append(found(topic, binding));
        }
        if (named != null || !hasTopic) {
            text.append("\n\n").append(latest(named == null ? binding.session() : named, binding));
        }
        return text.toString();
    }

    /**
     * Returns the last messages of a session as a text. If {@code id} is null, takes the most recently written session
     * of the client's user and namespace; if there is none, the text says so.
     */
    private String latest(String id, Binding binding) {
        if (id != null) {
            return conversations.latest(binding.name(null, id)).text();
        }
        return sessions(binding).stream()
                .findFirst()
                .map(info -> conversations.latest(new SessionName(binding.tenant(), info.namespace(), info.id())))
                .map(Conversation::text)
                .orElse("No conversations.");
    }

    private String found(String topic, Binding binding) {
        var filter = new SearchFilter(binding.namespace(), binding.user(), null, null, null, null, null, null);
        return HitText.of(searches.across(
                binding.tenant(), SearchQuery.parse(topic), filter, HitOptions.best(HitOptions.DEFAULT_LIMIT)));
    }

    private List<SessionInfo> sessions(Binding binding) {
        return lists.list(binding.tenant(), binding.sessions(), MAX_SESSIONS, null)
                .items();
    }

    private String recentActivity(String timeframe, Binding binding) {
        var duration = Timeframe.of(timeframe)
                .orElseThrow(() -> invalid("timeframe must be a number with h, d or w, for example 7d."));
        long since = DatabaseClock.now() - duration.toMillis();
        var recent = sessions(binding).stream()
                .filter(session -> session.updatedAt() >= since)
                .toList();
        return "These conversations were written recently. Say in a few sentences what was going on, and ask which one to"
                + " continue.\n\n" + SessionText.list(recent);
    }
}
