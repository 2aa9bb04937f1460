package dev.coppice.session;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.JsonInput;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Changes to a session: what was named is set, or removed by null; what was not named stays. Not thread-safe. */
public final class SessionPatch {
    private final List<Consumer<Session>> changes = new ArrayList<>();
    private byte[] metadata;
    private boolean retention;

    public SessionPatch name(String name) {
        Ids.text(name, "/name");
        changes.add(session -> session.describe(was -> was.named(name)));
        return this;
    }

    public SessionPatch model(String model) {
        Ids.text(model, "/model");
        changes.add(session -> session.describe(was -> was.using(model)));
        return this;
    }

    /** @param seconds after the last write at which the session expires, or null for what its agent says */
    public SessionPatch ttlSeconds(Long seconds) {
        changes.add(session -> session.live(seconds));
        return this;
    }

    /** @param messages of the leaf's path to retain, or null for what its agent says */
    public SessionPatch maxMessages(Integer messages) {
        changes.add(session -> session.describe(was -> was.retaining(messages)));
        retention = true;
        return this;
    }

    /** @param tokens beyond which the session is compacted by itself, or null for what its agent says */
    public SessionPatch compactAfter(Integer tokens) {
        changes.add(session -> session.describe(was -> was.compactedAfter(tokens)));
        return this;
    }

    /** @param patch a JSON Merge Patch (RFC 7396) on the metadata */
    public SessionPatch metadata(byte[] patch) {
        metadata = patch;
        return this;
    }

    void apply(Session session) {
        changes.forEach(change -> change.accept(session));
    }

    /** True when another number of messages is to be retained. */
    boolean changesRetention() {
        return retention;
    }

    /** The merge patch on the metadata, or null. */
    byte[] metadata() {
        return metadata;
    }

    static SessionPatch read(byte[] body) {
        var patch = new SessionPatch();
        var in = JsonInput.of(body);
        in.document(field -> {
            switch (field) {
                case "name" -> patch.name(in.stringOrNull());
                case "model" -> patch.model(in.stringOrNull());
                case "ttlSeconds" -> patch.ttlSeconds(NewSession.ttl(in));
                case "maxMessages" -> patch.maxMessages(NewSession.max(in));
                case "compactAfter" -> patch.compactAfter(NewSession.max(in));
                case "metadata" -> patch.metadata(in.isNull() ? null : NewSession.object(in));
                case "id", "namespace", "agent", "source", "userId", "type", "parentSessionId" -> throw Problem.at(
                        in.pointer(), Code.INVALID, "This field is fixed when the session is made.");
                default -> in.unknown();
            }
        });
        return patch;
    }
}
