package dev.coppice.format;

import dev.coppice.format.Part.Call;
import dev.coppice.format.Part.Result;
import java.util.ArrayList;
import java.util.List;

/**
 * Brings each call together with its result, wherever the two stand, and takes a model's message apart into its steps:
 * what is said behind a result was said knowing it. Calls of several messages in a row that wait together are one step.
 * Holds the step that waits. For one conversation, whose calls and results fit already.
 */
final class CallPairing {
    private final Diagnostics diagnostics;
    private final boolean keepsTools;

    private ParsedMessage step;
    private final List<Part> parts = new ArrayList<>();
    private final OpenCalls<Integer> open = new OpenCalls<>();
    private boolean called;

    /** @param keepsTools false to leave calls out, together with their results */
    CallPairing(Diagnostics diagnostics, boolean keepsTools) {
        this.diagnostics = diagnostics;
        this.keepsTools = keepsTools;
    }

    /** What is complete with one message more. */
    List<ParsedMessage> next(ParsedMessage parsedMessage) {
        var out = new ArrayList<ParsedMessage>();
        if (parsedMessage.role() == Role.ASSISTANT) {
            assistants(parsedMessage, out);
        } else {
            others(parsedMessage, out);
        }
        return out;
    }

    /** What is left behind the last message. */
    List<ParsedMessage> end() {
        var out = new ArrayList<ParsedMessage>();
        close(out);
        return out;
    }

    private void assistants(ParsedMessage parsedMessage, List<ParsedMessage> out) {
        begin(parsedMessage);
        for (var part : parsedMessage.parts()) {
            if (part instanceof Result result) {
                answer(parsedMessage, result);
                continue;
            }
            boolean goesOn = !(part instanceof Call);
            if (goesOn && called && open.isEmpty()) {
                close(out);
                begin(parsedMessage);
            }
            if (part instanceof Call call) {
                open.open(call.id(), parts.size());
                called = true;
            }
            parts.add(part);
        }
        if (open.isEmpty()) {
            close(out);
        }
    }

    private void others(ParsedMessage parsedMessage, List<ParsedMessage> out) {
        var rest = new ArrayList<Part>();
        for (var part : parsedMessage.parts()) {
            if (part instanceof Result result) {
                answer(parsedMessage, result);
            } else {
                rest.add(part);
            }
        }
        if (open.isEmpty() || !rest.isEmpty()) {
            close(out);
        }
        if (parsedMessage.with(rest).hasContent()) {
            out.add(parsedMessage.with(rest));
        }
    }

    private void begin(ParsedMessage parsedMessage) {
        step = step == null ? parsedMessage : step;
    }

    private void answer(ParsedMessage parsedMessage, Result result) {
        open.closeFirst(result.callId())
                .ifPresentOrElse(
                        at -> parts.set(at, new Part.Pair((Call) parts.get(at), result)),
                        () -> diagnostics.orphan(parsedMessage.id(), result.callId()));
    }

    private void close(List<ParsedMessage> out) {
        if (step == null) {
            return;
        }
        for (int at : open.closeAll()) {
            var call = (Call) parts.get(at);
            diagnostics.interrupted(step.id(), call.id());
            var text = new Part.Text(Interruption.TEXT);
            parts.set(at, new Part.Pair(call, new Result(call.id(), List.of(text), true, null)));
        }
        if (!keepsTools) {
            parts.removeIf(Part.Pair.class::isInstance);
        }
        var whole = step.with(parts);
        if (whole.hasContent()) {
            out.add(whole);
        }
        step = null;
        called = false;
        parts.clear();
    }
}
