package dev.coppice.mcp;

import dev.coppice.Ids;
import dev.coppice.access.Request;
import dev.coppice.api.Parameters;
import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonValues;
import dev.coppice.json.Times;
import dev.coppice.search.Hit;
import dev.coppice.search.HitOptions;
import dev.coppice.search.Hits;
import dev.coppice.search.SearchFilter;
import dev.coppice.search.SearchQuery;
import dev.coppice.search.Searches;
import dev.coppice.session.SessionName;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Executes the tools {@code conversation_search}, {@code search} and {@code fetch}. */
@ApplicationScoped
class SearchTools {
    @Inject
    private Searches searches;

    @Inject
    private Conversations conversations;

    @Inject
    private Request request;

    /**
     * Executes the tool {@code conversation_search}. Searches the session in the argument {@code session_id} or,
     * without this argument, all sessions of a user and namespace: those in the arguments or, by default, the client's.
     * Throws 400 {@code blank-query} if the query has no words, 400 {@code malformed} if a time or the cursor is
     * invalid, 422 {@code invalid-id} if an id or the namespace is invalid, 404 {@code session-not-found} if the
     * session does not exist.
     */
    ToolOutcome conversationSearch(ToolCall call) {
        var arguments = call.arguments();
        var options = new HitOptions(
                        arguments.number("limit", HitOptions.DEFAULT_LIMIT),
                        arguments.text("cursor"),
                        false,
                        false,
                        false)
                .withMemory(request::reserveMemory);
        var hits = hits(call, options);
        var structured = new LinkedHashMap<String, Object>();
        structured.put("hits", hits.items().stream().map(HitText::toMap).toList());
        structured.put("partial", hits.partial());
        structured.put("timed_out", hits.timedOut());
        structured.put("next_cursor", hits.nextCursor());
        return ToolOutcome.of(HitText.of(hits), structured);
    }

    private Hits hits(ToolCall call, HitOptions options) {
        var arguments = call.arguments();
        var query = SearchQuery.parse(arguments.text("query"));
        var role = arguments.text("role");
        var from = Parameters.from(arguments.text("from"));
        var to = Parameters.to(arguments.text("to"));
        if (arguments.text("session_id") != null) {
            return searches.within(call.session(), query, role, null, from, to, options);
        }
        var user = Ids.checkOrNull(call.user(), "user_id");
        var filter = new SearchFilter(call.namespaceOrAll(), user, null, null, role, from, to, null);
        return searches.across(call.binding().tenant(), query, filter, options);
    }

    /**
     * Executes the tool {@code search}, which ChatGPT calls. The result has the form that ChatGPT expects, both as data
     * and as the text of the result: an object with an array {@code results} of objects with {@code id}, {@code title}
     * and {@code url}.
     */
    ToolOutcome search(ToolCall call) {
        var results = hits(call, HitOptions.best(HitOptions.DEFAULT_LIMIT)).items().stream()
                .map(hit -> result(call, hit))
                .toList();
        return json(Map.of("results", results));
    }

    private static Map<String, Object> result(ToolCall call, Hit hit) {
        var address =
                new MessageAddress(hit.session().namespace(), hit.session().id(), hit.messageId());
        var title = HitText.title(hit) + ", " + Lines.one(hit.role()) + ", " + Times.text(hit.createdAt());
        var result = new LinkedHashMap<String, Object>();
        result.put("id", address.id());
        result.put("title", title);
        result.put("url", ConsoleLink.to(call.client().baseUrl(), address));
        return result;
    }

    /**
     * Executes the tool {@code fetch}: returns one message with its whole text, in the form that ChatGPT expects.
     * Throws 422 {@code invalid-id} if the id is invalid, 404 {@code session-not-found} if the session does not exist,
     * 404 {@code message-not-found} if the message does not exist, 503 {@code busy} if not enough memory is free.
     */
    ToolOutcome fetch(ToolCall call) {
        var address = MessageAddress.of(call.arguments().text("id"));
        var name = SessionName.of(call.binding().tenant(), address.namespace(), address.session());
        var message = conversations.message(name, address.message());
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("session_id", name.id());
        metadata.put("namespace", name.namespace());
        metadata.put("message_id", message.id());
        metadata.put("role", message.role());
        metadata.put("created_at", message.createdAt());
        var document = new LinkedHashMap<String, Object>();
        document.put("id", address.id());
        document.put("title", name.id() + ", " + Lines.one(message.role()) + ", " + message.createdAt());
        document.put("text", message.text());
        document.put("url", ConsoleLink.to(call.client().baseUrl(), address));
        document.put("metadata", metadata);
        return json(document);
    }

    private static ToolOutcome json(Map<String, Object> structured) {
        JsonBody body = out -> JsonValues.write(out, structured);
        return new ToolOutcome(List.of(new String(body.toBytes(), StandardCharsets.UTF_8)), structured, false);
    }
}
