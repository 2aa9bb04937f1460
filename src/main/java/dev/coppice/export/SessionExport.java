package dev.coppice.export;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.RecentMap;
import dev.coppice.agent.Agents;
import dev.coppice.api.Page;
import dev.coppice.json.RawJson;
import dev.coppice.memory.Profiles;
import dev.coppice.memory.SessionSummaries;
import dev.coppice.memory.UserName;
import dev.coppice.message.Overlays;
import dev.coppice.message.StoredMessage;
import dev.coppice.message.TreeCopies;
import dev.coppice.run.Runs;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import dev.coppice.state.ListRewritten;
import dev.coppice.state.States;
import dev.coppice.state.StoredValue;
import dev.coppice.state.ValueKind;
import dev.coppice.state.ValueReads;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Writes the lines of sessions into one export. Agents and profiles are written before the first session that uses
 * them, shared blocks among the lines of that session. They are not written again for later sessions: this object
 * remembers the 10,000 that it wrote last. If it has forgotten one, it may write that one a second time, which an
 * import ignores. For one export; not thread-safe.
 */
@Dependent
public class SessionExport {
    private static final int MAX_REMEMBERED = 10_000;
    private static final int PAGE = Page.MAX_LIMIT;

    @Inject
    private Sessions sessions;

    @Inject
    private Agents agents;

    @Inject
    private Profiles profiles;

    @Inject
    private TreeCopies trees;

    @Inject
    private Overlays overlays;

    @Inject
    private States states;

    @Inject
    private ValueReads values;

    @Inject
    private Runs runs;

    @Inject
    private SessionSummaries summaries;

    @Inject
    private BlockLines blocks;

    private final RecentMap<String, Boolean> written = new RecentMap<>(MAX_REMEMBERED);

    /**
     * Writes all lines of a session. First come its agent and the profile of its user, unless the export contains them
     * already. Then come the line {@code session}, the lines of the session's data, and the line {@code end}. A value
     * or a run that is deleted meanwhile is left out. Throws 404 {@code session-not-found} if the session does not
     * exist, {@link ListRewritten} if a list is rewritten or deleted while its items are written. Then all written
     * lines are complete, but the line {@code end} is missing.
     */
    void write(SessionName name, Lines lines) {
        var session = sessions.get(name);
        agent(name.tenant(), session.agent(), lines);
        profile(name.tenant(), session.userId(), lines);
        lines.object("session", session);
        blocks.write(name, lines, written);
        long messages = messages(name, lines);
        compactions(name, lines);
        state(name, lines);
        values(name, lines);
        runs(name, lines);
        blocks.prompt(name, lines);
        summaries.of(sessions.read(name)).ifPresent(summary -> lines.object("summary", summary));
        lines.add("end", out -> out.writeNumberField("messages", messages));
    }

    private void agent(String tenant, String agent, Lines lines) {
        if (agent == null || written.put("agent " + agent, true) != null) {
            return;
        }
        found(Code.AGENT_NOT_FOUND, () -> agents.get(tenant, agent).spec())
                .ifPresent(spec -> lines.object("agent", spec));
    }

    /** Returns what {@code read} returns; empty if it throws a problem with the code {@code absent}. */
    private static <T> Optional<T> found(Code absent, Supplier<T> read) {
        try {
            return Optional.of(read.get());
        } catch (Problem problem) {
            if (problem.code() == absent) {
                return Optional.empty();
            }
            throw problem;
        }
    }

    private void profile(String tenant, String user, Lines lines) {
        if (user != null && written.put("profile " + user, true) == null) {
            profiles.find(UserName.of(tenant, user))
                    .ifPresent(profile -> lines.add("profile", out -> {
                        out.writeStringField("userId", user);
                        out.writeFieldName("profile");
                        profile.write(out);
                    }));
        }
    }

    private long messages(SessionName name, Lines lines) {
        long count = 0;
        long after = 0;
        for (var page = trees.page(name, after); !page.isEmpty(); page = trees.page(name, after)) {
            for (var message : page) {
                lines.add("message", out -> write(message, out));
                count += message.isDeleted() ? 0 : 1;
                after = Math.max(after, message.seq());
            }
        }
        return count;
    }

    private static void write(StoredMessage message, JsonGenerator out) throws IOException {
        if (message.isDeleted()) {
            out.writeStringField("id", message.id());
            out.writeBooleanField("deleted", true);
        }
        if (message.parentId() == null) {
            out.writeBooleanField("root", true);
        } else {
            out.writeStringField("parentId", message.parentId());
        }
        if (!message.isDeleted()) {
            out.writeNumberField("tokens", message.tokens());
            out.writeFieldName("message");
            RawJson.write(out, message.json());
        }
    }

    private void compactions(SessionName name, Lines lines) {
        var ends = trees.ends(name);
        String cursor = null;
        do {
            var page = overlays.list(name, PAGE, cursor);
            page.items().stream()
                    .filter(item -> ends.containsKey(item.id()))
                    .forEach(item -> lines.add("compaction", out -> {
                        out.writeStringField("from", ends.get(item.id()).from());
                        out.writeStringField("to", ends.get(item.id()).to());
                        out.writeFieldName("compaction");
                        item.write(out);
                    }));
            cursor = page.nextCursor();
        } while (cursor != null);
    }

    private void state(SessionName name, Lines lines) {
        var state = states.get(name);
        if (state.version() > 0) {
            lines.add("state", out -> {
                out.writeNumberField("version", state.version());
                out.writeFieldName("state");
                state.write(out);
            });
        }
    }

    private void values(SessionName name, Lines lines) {
        String cursor = null;
        do {
            var page = values.list(name, PAGE, cursor);
            page.items().forEach(value -> value(name, value.key(), lines));
            cursor = page.nextCursor();
        } while (cursor != null);
    }

    private void value(SessionName name, String key, Lines lines) {
        found(Code.VALUE_NOT_FOUND, () -> values.get(name, key)).ifPresent(value -> value(key, value, lines));
    }

    private static void value(String key, StoredValue value, Lines lines) {
        if (value.kind() == ValueKind.SINGLE) {
            lines.add("value", out -> {
                out.writeStringField("key", key);
                out.writeFieldName("value");
                RawJson.write(out, value.single());
            });
            return;
        }
        var pieces = value.list().pieces();
        int from = 0;
        List<byte[]> piece = pieces.next();
        do {
            items(key, from, piece, lines);
            from += piece.size();
            piece = pieces.next();
        } while (!piece.isEmpty());
    }

    private static void items(String key, int from, List<byte[]> items, Lines lines) {
        lines.add("items", out -> {
            out.writeStringField("key", key);
            out.writeNumberField("from", from);
            out.writeArrayFieldStart("items");
            for (var item : items) {
                RawJson.write(out, item);
            }
            out.writeEndArray();
        });
    }

    private void runs(SessionName name, Lines lines) {
        String last = null;
        for (var page = runs.ids(name, null, PAGE); !page.isEmpty(); page = runs.ids(name, last, PAGE)) {
            for (var id : page) {
                found(Code.RUN_NOT_FOUND, () -> runs.get(name, id)).ifPresent(run -> lines.object("run", run));
                last = id;
            }
        }
    }
}
