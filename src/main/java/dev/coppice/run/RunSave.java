package dev.coppice.run;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.format.MessageBody;
import dev.coppice.json.Envelope;
import dev.coppice.json.JsonInput;
import dev.coppice.message.Append.Parent;
import dev.coppice.session.Usage;
import dev.coppice.state.ListItem;
import dev.coppice.state.StateSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What an agent sends to save its run. A component that is null leaves the stored value unchanged, unless its
 * description states otherwise.
 *
 * @param status status of the run after the save; not null
 * @param agentId the agent that runs
 * @param checkpoint any JSON; the data from which the run can be resumed. JSON {@code null} removes the stored
 *     checkpoint
 * @param requirements what the run waits for: an array of {@code tool-result}, {@code confirmation} and {@code input};
 *     JSON {@code null} counts as absent
 * @param usage total usage of the run so far
 * @param messages messages of the run, each with an id; not null; messages of earlier saves may be repeated or left out
 * @param parent parent of the first new message; null means {@link Parent#LEAF}
 */
public record RunSave(
        RunStatus status,
        String agentId,
        ListItem checkpoint,
        ListItem requirements,
        Usage usage,
        List<MessageBody> messages,
        Parent parent) {

    /**
     * Creates a save and checks it. Throws 422 {@code invalid} if the status is missing or the requirements are
     * invalid, 422 {@code invalid-id} if the agent id is invalid, 422 {@code invalid-message} if a message has no id.
     */
    public RunSave {
        if (status == null) {
            throw Problem.at("/status", Code.INVALID, "A save needs a status.");
        }
        Ids.checkOrNull(agentId, "/agentId");
        for (int i = 0; i < messages.size(); i++) {
            if (messages.get(i).id() == null) {
                throw Problem.at(
                        "/messages/" + i + "/id",
                        Code.INVALID_MESSAGE,
                        "A message of a run needs an id, which identifies it in later saves.");
            }
        }
        parent = parent == null ? Parent.LEAF : parent;
        requirements = requirements == null || requirements.isNull() ? null : Requirements.checked(requirements);
    }

    /** Returns a save that changes only the status of a run. */
    public static RunSave of(RunStatus status) {
        return new RunSave(status, null, null, null, null, List.of(), Parent.LEAF);
    }

    static RunSave read(byte[] body, Settings settings, StateSettings stateSettings) {
        var reader = new Reader(JsonInput.of(body), settings, stateSettings);
        Envelope.document(reader.in, Set.of("checkpoint"), reader::field);
        return new RunSave(
                reader.status,
                reader.agentId,
                reader.checkpoint,
                reader.requirements,
                reader.usage,
                reader.messages,
                new Parent(reader.root, reader.parentId));
    }

    private static final class Reader {
        private final JsonInput in;
        private final Settings settings;
        private final StateSettings stateSettings;
        private final List<MessageBody> messages = new ArrayList<>();
        private RunStatus status;
        private String agentId;
        private ListItem checkpoint;
        private ListItem requirements;
        private Usage usage;
        private String parentId;
        private boolean root;

        Reader(JsonInput in, Settings settings, StateSettings stateSettings) {
            this.in = in;
            this.settings = settings;
            this.stateSettings = stateSettings;
        }

        Runnable field(String name) {
            return switch (name) {
                case "status" -> () -> status = status();
                case "agentId" -> () -> agentId = in.string();
                case "checkpoint" -> () -> checkpoint = item();
                case "requirements" -> () -> requirements = item();
                case "usage" -> () -> usage = Usage.read(in);
                case "messages" -> () -> in.array(this::message);
                case "parentId" -> () -> parentId = Ids.check(in.string(), "/parentId");
                case "root" -> () -> root = in.bool();
                default -> in.unknown();
            };
        }

        private RunStatus status() {
            return RunStatus.of(in.string())
                    .orElseThrow(() -> Problem.at(
                            "/status", Code.INVALID, "status must be running, paused, error, cancelled or completed."));
        }

        private ListItem item() {
            return ListItem.read(in).within(stateSettings.maxBytes());
        }

        private void message() {
            if (messages.size() == settings.appendMaxMessages()) {
                throw new Problem(
                        Code.TOO_LARGE, "A save may have at most " + settings.appendMaxMessages() + " messages.");
            }
            var pointer = in.pointer();
            messages.add(MessageBody.read(in.slice(Code.INVALID_MESSAGE), pointer));
        }
    }
}
