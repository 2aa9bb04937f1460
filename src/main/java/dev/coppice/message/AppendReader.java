package dev.coppice.message;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.format.MessageBody;
import dev.coppice.json.Envelope;
import dev.coppice.json.JsonInput;
import dev.coppice.message.Append.ExpectedLeaf;
import dev.coppice.message.Append.OnConflict;
import dev.coppice.message.Append.OnExisting;
import dev.coppice.message.Append.Parent;
import dev.coppice.state.StatePatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads an {@link Append} from the JSON body of a request, and refuses an invalid body, as {@link Append#read} says.
 * One object reads one body. Not thread-safe.
 */
final class AppendReader {
    private static final String FORM = "Send an object {\"messages\":[…]}, also for one message.";

    /**
     * Names of members that a message or an element of {@code entries} may have, but a request may not. If a request
     * has one of them, the client has sent a message without the object {@code {"messages":[…]}} around it, and the
     * error says so.
     */
    private static final Set<String> MESSAGE_FIELDS =
            Set.of("message", "id", "role", "parts", "content", "tool_calls", "name", "type", "createdAt", "metadata");

    private final JsonInput in;
    private final int maxMessages;
    private final int maxBytes;
    private final List<MessageBody> messages = new ArrayList<>();
    private final Map<Integer, Parent> parents = new TreeMap<>();
    private String parentId;
    private boolean root;
    private String expectedLeafId;
    private boolean expectEmpty;
    private OnConflict onConflict;
    private OnExisting onExisting;
    private String entryParentId;
    private boolean entryRoot;
    private byte[] statePatch;
    private Long expectedStateVersion;

    AppendReader(JsonInput in, int maxMessages, int maxBytes) {
        this.in = in;
        this.maxMessages = maxMessages;
        this.maxBytes = maxBytes;
    }

    Append read() {
        if (in.atArray()) {
            throw new Problem(Code.MALFORMED, "The body must not be an array. " + FORM);
        }
        Envelope.document(in, this::field);
        if (messages.isEmpty()) {
            throw Problem.at("/messages", Code.INVALID, "The request must contain at least one message.");
        }
        checkOrder();
        return new Append(messages, parents, new Parent(root, parentId), expectedLeaf(), onExisting, statePatch());
    }

    private Runnable field(String name) {
        return switch (name) {
            case "messages" -> () -> readMessages(this::message, "entries");
            case "entries" -> () -> readMessages(this::entry, "messages");
            case "parentId" -> () -> parentId = Ids.check(in.string(), "/parentId");
            case "root" -> () -> root = in.bool();
            case "expectedLeafId" -> () -> expectedLeafId = Ids.check(in.string(), "/expectedLeafId");
            case "expectEmpty" -> () -> expectEmpty = in.bool();
            case "onConflict" -> () -> onConflict = onConflict(in.string());
            case "onExisting" -> () -> onExisting = onExisting(in.string());
            case "statePatch" -> this::readStatePatch;
            case "expectedStateVersion" -> () -> expectedStateVersion = in.integer(0, Long.MAX_VALUE);
            default -> unknown(name);
        };
    }

    private void readMessages(Runnable item, String other) {
        if (!messages.isEmpty()) {
            throw Problem.at(in.pointer(), Code.INVALID, "Send either messages or " + other + '.');
        }
        in.array(item);
    }

    private Runnable unknown(String name) {
        if (MESSAGE_FIELDS.contains(name)) {
            throw Problem.at(in.pointer(), Code.UNKNOWN_FIELD, "This field belongs into a message. " + FORM);
        }
        return in.unknown();
    }

    private void readStatePatch() {
        if (!in.atObject()) {
            throw Problem.at("/statePatch", Code.MALFORMED, "statePatch must be a JSON object, a merge patch.");
        }
        statePatch = in.slice(Code.INVALID);
    }

    private StatePatch statePatch() {
        if (statePatch == null && expectedStateVersion != null) {
            throw Problem.at("/expectedStateVersion", Code.INVALID, "expectedStateVersion requires statePatch.");
        }
        return statePatch == null ? null : new StatePatch(statePatch, expectedStateVersion);
    }

    private ExpectedLeaf expectedLeaf() {
        if (expectEmpty && expectedLeafId != null) {
            throw Problem.at(
                    "/expectEmpty",
                    Code.INVALID,
                    "An empty session has no leaf. Send either expectEmpty or expectedLeafId.");
        }
        boolean isExpected = expectEmpty || expectedLeafId != null;
        if (onConflict != null && !isExpected) {
            throw Problem.at("/onConflict", Code.INVALID, "onConflict requires expectedLeafId or expectEmpty.");
        }
        return isExpected
                ? new ExpectedLeaf(expectedLeafId, onConflict == null ? OnConflict.REJECT : onConflict)
                : null;
    }

    /**
     * Reads one element of the request's array {@code entries}: a message, with its parent's id or the mark
     * {@code root} if the client sent one. Adds the message to {@link #messages}, and the id or the mark to
     * {@link #parents}.
     */
    private void entry() {
        var pointer = in.pointer();
        int index = messages.size();
        entryParentId = null;
        entryRoot = false;
        Envelope.object(in, this::entryField);
        if (messages.size() == index) {
            throw Problem.at(pointer + "/message", Code.INVALID, "An entry must have a message.");
        }
        if (entryRoot && entryParentId != null) {
            throw Problem.at(pointer + "/root", Code.INVALID, "A root has no parent. Send either root or parentId.");
        }
        if (entryRoot || entryParentId != null) {
            parents.put(index, new Parent(entryRoot, entryParentId));
        }
    }

    private Runnable entryField(String name) {
        return switch (name) {
            case "message" -> this::message;
            case "parentId" -> () -> entryParentId = Ids.check(in.string(), in.pointer());
            case "root" -> () -> entryRoot = in.bool();
            default -> in.unknown();
        };
    }

    private void message() {
        if (messages.size() == maxMessages) {
            throw new Problem(Code.TOO_LARGE, "A request must not append more than " + maxMessages + " messages.");
        }
        var pointer = in.pointer();
        if (!in.atObject()) {
            throw Problem.at(pointer, Code.INVALID_MESSAGE, "A message must be a JSON object.");
        }
        messages.add(
                MessageBody.ofSlice(in.slice(Code.INVALID_MESSAGE), pointer).checkSize(maxBytes));
    }

    /**
     * Checks that each parent within the request precedes its child, so that the messages form no cycle. Throws 422
     * {@code parent-order} if a parent comes later in the request, or is the message itself.
     */
    private void checkOrder() {
        if (parents.isEmpty()) {
            return;
        }
        var later = new HashMap<String, Integer>();
        for (int i = messages.size() - 1; i >= 0; i--) {
            later.put(messages.get(i).id(), i);
        }
        parents.forEach((index, parent) -> {
            if (parent.id() != null && later.getOrDefault(parent.id(), -1) >= index) {
                throw Problem.at(
                        "/entries/" + index + "/parentId",
                        Code.PARENT_ORDER,
                        "The parent comes later in the request. Send each message after its parent.");
            }
        });
    }

    private OnConflict onConflict(String word) {
        return switch (word) {
            case "reject" -> OnConflict.REJECT;
            case "branch" -> OnConflict.BRANCH;
            case "append" -> OnConflict.APPEND;
            default -> throw Problem.at(in.pointer(), Code.INVALID, "onConflict must be reject, branch or append.");
        };
    }

    private OnExisting onExisting(String word) {
        return switch (word) {
            case "reject" -> OnExisting.REJECT;
            case "keep" -> OnExisting.KEEP;
            case "replace" -> OnExisting.REPLACE;
            default -> throw Problem.at(in.pointer(), Code.INVALID, "onExisting must be reject, keep or replace.");
        };
    }
}
