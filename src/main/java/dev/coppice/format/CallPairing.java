package dev.coppice.format;

import dev.coppice.format.Content.Call;
import dev.coppice.format.Content.Result;
import java.util.ArrayList;
import java.util.List;

/**
 * Joins each tool call with its result, which may be in another message, and splits an assistant's message into steps
 * (one model call each). Content after a result belongs to a new step, because the model already knew the result. Calls
 * of consecutive messages without results in between belong to one step. Buffers the step whose results are missing.
 * For one conversation that {@link PairRepair} has already repaired; not thread-safe.
 */
final class CallPairing {
    private final Diagnostics diagnostics;
    private final boolean keepsTools;

    /** First message of the buffered step; null if no step is buffered. */
    private ModelMessage step;

    private final List<Content> contents = new ArrayList<>();

    /** Calls of the buffered step that have no result yet. The values are indexes in {@link #contents}. */
    private final OpenCalls<Integer> open = new OpenCalls<>();

    private boolean hasCalls;

    /** @param keepsTools false to leave out tool calls together with their results */
    CallPairing(Diagnostics diagnostics, boolean keepsTools) {
        this.diagnostics = diagnostics;
        this.keepsTools = keepsTools;
    }

    /**
     * Adds the next message of the conversation. Returns the steps and messages that are complete now, in their order;
     * empty if the message is buffered.
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

    /** Ends the conversation. Returns the buffered step; empty if there is none. */
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
        if (open.isEmpty()) {
            close(out);
        }
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
        if (open.isEmpty() || !rest.isEmpty()) {
            close(out);
        }
        if (message.with(rest).hasContent()) {
            out.add(message.with(rest));
        }
    }

    private void begin(ModelMessage message) {
        step = step == null ? message : step;
    }

    private void answer(ModelMessage message, Result result) {
        open.closeFirst(result.callId())
                .ifPresentOrElse(
                        at -> contents.set(at, new Content.Pair((Call) contents.get(at), result)),
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
        contents.clear();
    }

    private void interrupt(int at) {
        var call = (Call) contents.get(at);
        diagnostics.callWithoutResult(step.id(), call.id());
        var text = new Content.Text(Interruption.TEXT);
        contents.set(at, new Content.Pair(call, new Result(call.id(), List.of(text), true, null)));
    }
}
