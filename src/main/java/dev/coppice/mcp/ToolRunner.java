package dev.coppice.mcp;

import dev.coppice.access.Request;
import dev.coppice.db.DatabaseErrors;
import dev.coppice.idempotency.Answer;
import dev.coppice.idempotency.IdempotentRequest;
import dev.coppice.idempotency.TransactionRetry;
import dev.coppice.session.SessionName;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.Response;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Executes tool calls. If the model made a mistake, the result describes the mistake. A tool that writes runs in one
 * transaction. A call of such a tool with an idempotency key is executed only once, and a repetition gets the stored
 * result. The only exception is a compaction: it runs outside of a transaction, and may run twice if both calls arrive
 * at the same time. Thread-safe.
 */
@ApplicationScoped
class ToolRunner {
    @Inject
    private SearchTools searchTools;

    @Inject
    private ReadingTools readingTools;

    @Inject
    private WritingTools writingTools;

    @Inject
    private MemoryTools memoryTools;

    @Inject
    private TransactionRetry transactionRetry;

    @Inject
    private Request request;

    /**
     * Calls a tool and returns the members of the JSON object that answers the request {@code tools/call}. A mistake of
     * the model becomes such an object. A failure of the server is thrown, as a {@code Problem} or another exception.
     *
     * @param call the call
     * @param key the client's idempotency key, or null
     */
    Map<String, Object> run(ToolCall call, String key) {
        var fault = call.tool().arguments().fault(call.arguments());
        if (fault.isPresent()) {
            return ToolOutcome.error(fault.get()).toMap();
        }
        try {
            return call.tool().reads() ? read(call).toMap() : write(call, key);
        } catch (RuntimeException e) {
            var problem = DatabaseErrors.problem(e);
            if (problem == null || !ModelErrors.isOfModel(problem)) {
                throw e;
            }
            return ToolOutcome.error(ModelErrors.text(
                            problem, call.tool().arguments().properties().keySet()))
                    .toMap();
        }
    }

    private ToolOutcome read(ToolCall call) {
        return switch (call.tool().name()) {
            case "conversation_search" -> searchTools.conversationSearch(call);
            case "recent_conversations" -> readingTools.recentConversations(call);
            case "read_conversation" -> readingTools.readConversation(call);
            case "get_prompt" -> readingTools.getPrompt(call);
            case "search" -> searchTools.search(call);
            case "fetch" -> searchTools.fetch(call);
            default -> memoryTools.call(call, call.session());
        };
    }

    private Map<String, Object> write(ToolCall call, String key) {
        var name = call.session();
        var once = IdempotencyMeta.request(call, name.key(), key);
        return switch (call.tool().name()) {
            case "append_messages" -> append(call, name, once);
            case "fork_conversation" -> fork(call, name, once);
            case "compact_conversation" -> stored(request.slow(once, () -> Answer.of(200, writingTools.compact(name))));
            case "set_context" -> transaction(once, () -> memoryTools.set(call, name));
            default -> transaction(once, () -> memoryTools.call(call, name));
        };
    }

    private Map<String, Object> append(ToolCall call, SessionName name, IdempotentRequest once) {
        var append = writingTools.append(call);
        return transaction(once, () -> writingTools.append(call, name, append));
    }

    private Map<String, Object> fork(ToolCall call, SessionName source, IdempotentRequest once) {
        var fork = new SessionName(
                source.tenant(), source.namespace(), UUID.randomUUID().toString());
        return transaction(once.creating(fork.key()), () -> writingTools.fork(call, source, fork));
    }

    private Map<String, Object> transaction(IdempotentRequest once, Supplier<ToolOutcome> work) {
        return stored(transactionRetry.run(once, () -> Answer.of(200, work.get())));
    }

    /**
     * Returns the members of a tool's result.
     *
     * @param response response with the result as JSON; it may have been stored under an idempotency key
     */
    private static Map<String, Object> stored(Response response) {
        var result = new LinkedHashMap<String, Object>();
        Members.of((byte[]) response.getEntity()).values().forEach((name, value) -> result.put(name, value.json()));
        return result;
    }
}
