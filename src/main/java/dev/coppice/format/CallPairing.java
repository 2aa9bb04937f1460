package dev.coppice.format;

import dev.coppice.format.Content.Call;
import dev.coppice.format.Content.Result;
import java.util.ArrayList;
import java.util.List;

/**
 * Joins each tool call with its result, which may be in another message. Also splits each assistant message into steps,
 * one per model call. If all calls of a step have results, the next content that is not a call belongs to a new step,
 * because the model already knew the results. If several messages in a row contain calls without results, all their
 * calls belong to one step. Holds a step in memory while results are missing. A call whose result never comes gets a
 * result that says that the call was interrupted. For one conversation that {@link PairRepair} has already repaired;
 * not thread-safe.
 */
final class CallPairing {
    private final Diagnostics diagnostics;
    private final boolean keepsTools;

    /** First message of the step that is held in memory; null if no step is held. */
    private ModelMessage step;

    private final List<Content> contents = new ArrayList<>();

    /**
     * Calls without a result in the step that is held in memory. The value stored with each call is its index in
     * {@link #contents}.
     */
    private final OpenCalls<Integer> open = new OpenCalls<>();

    private boolean hasCalls;

    /** Number of results in the step that is held in memory. */
    private int answers;

    /**
     * Creates a pairing for one conversation.
     *
     * @param diagnostics receives a report of each result without a call, and of each call without a result
     * @param keepsTools false to leave out tool calls together with their results, which is not reported
     */
    CallPairing(Diagnostics diagnostics, boolean keepsTools) {
        this.diagnostics = diagnostics;
        this.keepsTools = keepsTools;
    }

    /**
     * Adds the next message of the conversation. Returns the steps and messages that are complete after it, in their
     * order; empty if none is complete. A step is not complete while it waits for results or for more content.
     */
    List<ModelMessage> next(ModelMessage message) {
        var out = new ArrayList<ModelMessage>();
        if (message.role() == Role.ASSISTANT) {
            addAssistant(message, out);
        } else {
            addOther(message, out);
        }
        return out;
    }

    /**
     * Ends the conversation. Returns the last step, which was held in memory, as a list of one element. The list is
     * empty if no step was held, or if the step has no content.
     */
    List<ModelMessage> end() {
        var out = new ArrayList<ModelMessage>();
        close(out);
        return out;
    }

    private void addAssistant(ModelMessage message, List<ModelMessage> out) {
        begin(message);
        for (var content : message.contents()) {
            if (content instanceof Result result) {
                answer(message, result);
            } else {
                addContent(message, content, out);
            }
        }
        if (open.isEmpty() && !endsWithReasoningItem()) {
            close(out);
        }
    }

    /**
     * True if the step that is held in memory ends with reasoning that OpenAI's API stores as a separate item. If the
     * next message is an assistant message too, it belongs to this step.
     */
    private boolean endsWithReasoningItem() {
        var last = contents.isEmpty() ? null : contents.get(contents.size() - 1);
        return last instanceof Content.Reasoning
                && last.source() != null
                && last.source().item() != null;
    }

    private void addContent(ModelMessage message, Content content, List<ModelMessage> out) {
        if (content instanceof Call call) {
            open.open(call.id(), contents.size());
            hasCalls = true;
        } else if (hasCalls && open.isEmpty()) {
            close(out);
            begin(message);
        }
        contents.add(content);
    }

    private void addOther(ModelMessage message, List<ModelMessage> out) {
        var rest = new ArrayList<Content>();
        for (var content : message.contents()) {
            if (content instanceof Result result) {
                answer(message, result);
            } else {
                rest.add(content);
            }
        }
        if (!open.isEmpty() && areItemsOfTools(message, rest)) {
            contents.addAll(rest);
            return;
        }
        if (open.isEmpty() || !rest.isEmpty()) {
            close(out);
        }
        if (message.with(rest).hasContent()) {
            out.add(message.with(rest));
        }
    }

    /**
     * True for a message of the role {@code tool} that contains nothing but tool results and outputs of OpenAI's own
     * tools, for example of its web search. Such outputs may come between the results of parallel calls. They belong to
     * the same step as these calls.
     *
     * @param message the message
     * @param contents contents of the message without the tool results
     */
    private static boolean areItemsOfTools(ModelMessage message, List<Content> contents) {
        return message.role() == Role.TOOL && contents.stream().allMatch(Content.Aside.class::isInstance);
    }

    private void begin(ModelMessage message) {
        step = step == null ? message : step;
    }

    private void answer(ModelMessage message, Result result) {
        open.closeFirst(result.callId())
                .ifPresentOrElse(
                        at -> contents.set(at, new Content.Pair((Call) contents.get(at), result, answers++)),
                        () -> diagnostics.resultWithoutCall(message.id(), result.callId()));
    }

    private void close(List<ModelMessage> out) {
        if (step == null) {
            return;
        }
        open.closeAll().forEach(this::interrupt);
        if (!keepsTools) {
            contents.removeIf(Content.Pair.class::isInstance);
        }
        var complete = step.with(contents);
        if (complete.hasContent()) {
            out.add(complete);
        }
        step = null;
        hasCalls = false;
        answers = 0;
        contents.clear();
    }

    private void interrupt(int at) {
        var call = (Call) contents.get(at);
        diagnostics.callWithoutResult(step.id(), call.id());
        var text = new Content.Text(Interruption.TEXT);
        contents.set(at, new Content.Pair(call, new Result(call.id(), List.of(text), true, null), answers++));
    }
}
