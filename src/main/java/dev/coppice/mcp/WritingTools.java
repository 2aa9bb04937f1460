package dev.coppice.mcp;

import dev.coppice.Settings;
import dev.coppice.agent.Agents;
import dev.coppice.api.Precondition;
import dev.coppice.compaction.CompactOptions;
import dev.coppice.compaction.CompactionResult;
import dev.coppice.compaction.Compactor;
import dev.coppice.json.JsonBody;
import dev.coppice.json.RawJson;
import dev.coppice.message.Append;
import dev.coppice.message.Appended;
import dev.coppice.message.ForkRequest;
import dev.coppice.message.Forks;
import dev.coppice.message.Messages;
import dev.coppice.session.NewSession;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.LinkedHashMap;
import java.util.Map;

/** Executes the tools {@code append_messages}, {@code fork_conversation} and {@code compact_conversation}. */
@ApplicationScoped
class WritingTools {
    /**
     * Value of the member {@code source}, which names the creator of a session, in sessions that are created over MCP.
     */
    private static final String SOURCE = "mcp";

    @Inject
    private Messages messages;

    @Inject
    private Sessions sessions;

    @Inject
    private Agents agents;

    @Inject
    private Forks forks;

    @Inject
    private Compactor compactor;

    @Inject
    private Settings settings;

    /**
     * Reads the messages to append, and their parent, from the arguments of a call. Throws the errors of
     * {@link Append#read}; their JSON pointers point into the arguments, but name the argument {@code parent_id}
     * {@code parentId}.
     */
    Append append(ToolCall call) {
        var arguments = call.arguments();
        var parent = arguments.json("parent_id");
        var body = JsonBody.object(out -> {
            out.writeFieldName("messages");
            RawJson.write(out, arguments.json("messages"));
            if (parent != null) {
                out.writeFieldName("parentId");
                RawJson.write(out, parent);
            }
        });
        return Append.read(body, settings.appendMaxMessages(), settings.messageMaxBytes());
    }

    /**
     * Appends messages. First creates the session if it does not exist. Returns a text for the model and, as data, the
     * ids of the session, of the appended messages and of the session's leaf. Runs in the current transaction. Throws
     * the errors of {@link #make} and {@link Messages#append}.
     */
    ToolOutcome append(ToolCall call, SessionName name, Append append) {
        boolean created = make(call.binding(), name);
        var appended = messages.append(name, append, false, Precondition.NONE);
        var structured = new LinkedHashMap<String, Object>();
        structured.put("session_id", name.id());
        structured.put("namespace", name.namespace());
        structured.put("created", created);
        structured.put(
                "messages",
                appended.appended().stream().map(WritingTools::toMap).toList());
        structured.put("leaf_id", appended.leafId());
        return ToolOutcome.of(text(name, created, appended), structured);
    }

    /**
     * Creates a session if it does not exist, with the client's user and agent. For a client without an agent, uses the
     * built-in agent, and creates it if the tenant does not have it. Returns true if the session was created. An
     * existing session is locked. Runs in the current transaction. Throws 503 {@code busy} if too many requests wait
     * for the lock, and the errors of {@link Sessions#create}.
     */
    boolean make(Binding binding, SessionName name) {
        if (sessions.lockIfPresent(name).isPresent()) {
            return false;
        }
        if (binding.agent() == null) {
            agents.putIfAbsent(binding.tenant(), BuiltInAgent.SPEC);
        }
        var agent = binding.agent() == null ? BuiltInAgent.NAME : binding.agent();
        sessions.create(
                name,
                new NewSession(null, null, agent, null, SOURCE, binding.user(), null, null, null, null, null, null));
        return true;
    }

    private static Map<String, Object> toMap(Appended.Item item) {
        var map = new LinkedHashMap<String, Object>();
        map.put("message_id", item.id());
        map.put("parent_id", item.parentId());
        map.put("inserted", item.inserted());
        return map;
    }

    private static String text(SessionName name, boolean created, Appended appended) {
        var items = appended.appended();
        long inserted = items.stream().filter(Appended.Item::inserted).count();
        long summaries = items.stream().filter(Appended.Item::isSummary).count();
        return (created ? "Made conversation " : "Conversation ") + name.id() + ": stored " + inserted + " of "
                + items.size() + " messages"
                + (summaries == 0 ? "" : "; summaries are not stored")
                + (inserted + summaries == items.size() ? "" : "; the others were there already")
                + ". Last message: " + appended.leafId();
    }

    /**
     * Forks a session at the message in the argument {@code at_message_id}; without this argument, at the session's
     * leaf. Runs in the current transaction. Throws the errors of {@link Forks#fork}.
     *
     * @param source name of the session to fork
     * @param fork name of the new session
     */
    ToolOutcome fork(ToolCall call, SessionName source, SessionName fork) {
        var arguments = call.arguments();
        var request = new ForkRequest(arguments.text("at_message_id"), null, arguments.text("name"));
        var made = forks.fork(source, fork, request);
        var structured = new LinkedHashMap<String, Object>();
        structured.put("session_id", made.id());
        structured.put("namespace", made.namespace());
        structured.put("session_name", made.name());
        structured.put("forked_from", source.id());
        structured.put("messages", made.messageCount());
        structured.put("leaf_id", made.leafId());
        var text = "Forked " + source.id() + ". New conversation: " + made.id() + ". Messages: " + made.messageCount()
                + (made.leafId() == null ? "." : ", up to " + made.leafId() + '.');
        return ToolOutcome.of(text, structured);
    }

    /**
     * Compacts a session. Must run outside of a transaction, because it may call a model. Throws the errors of
     * {@link Compactor#compact}.
     */
    ToolOutcome compact(SessionName name) {
        var result = compactor.compact(name, CompactOptions.NONE);
        var compaction = result.compaction();
        var structured = new LinkedHashMap<String, Object>();
        structured.put("session_id", name.id());
        structured.put("compacted", result.compacted());
        structured.put("reason", result.reason());
        structured.put("messages", compaction == null ? 0 : compaction.messages());
        structured.put("tokens_before", compaction == null ? 0 : compaction.tokensBefore());
        structured.put("tokens_after", compaction == null ? 0 : compaction.tokensAfter());
        structured.put("summary", compaction == null ? null : compaction.summary());
        return ToolOutcome.of(text(name, result), structured);
    }

    private static String text(SessionName name, CompactionResult result) {
        if (!result.compacted()) {
            return "Nothing to compact in conversation " + name.id() + ": " + result.reason() + '.';
        }
        var compaction = result.compaction();
        return "Replaced " + compaction.messages() + " messages (" + compaction.tokensBefore()
                + " tokens) of conversation " + name.id() + " by a summary of " + compaction.tokensAfter()
                + " tokens:\n" + compaction.summary();
    }
}
