package dev.coppice.message.shape;

import dev.coppice.message.Interruption;
import dev.coppice.message.OpenCalls;
import dev.coppice.message.shape.Part.Call;
import dev.coppice.message.shape.Part.Result;
import java.util.ArrayList;
import java.util.List;

/**
 * Brings each call together with its result, wherever the two stand, and takes a model's message apart into its steps:
 * what is said behind a result was said knowing it. Calls of several messages in a row that wait together are one step.
 * Holds the step that waits. For one conversation, whose calls and results fit already.
 */
final class Pairing {
    private final Notes notes;
    private final boolean keepsTools;

    private Speech step;
    private final List<Part> parts = new ArrayList<>();
    private final OpenCalls<Integer> open = new OpenCalls<>();
    private boolean called;

    /** @param keepsTools false to leave calls out, together with their results */
    Pairing(Notes notes, boolean keepsTools) {
        this.notes = notes;
        this.keepsTools = keepsTools;
    }

    /** What is complete with one message more. */
    List<Speech> next(Speech speech) {
        var out = new ArrayList<Speech>();
        if (speech.role() == Role.ASSISTANT) {
            assistants(speech, out);
        } else {
            others(speech, out);
        }
        return out;
    }

    /** What is left behind the last message. */
    List<Speech> end() {
        var out = new ArrayList<Speech>();
        close(out);
        return out;
    }

    private void assistants(Speech speech, List<Speech> out) {
        begin(speech);
        for (var part : speech.parts()) {
            if (part instanceof Result result) {
                answer(speech, result);
                continue;
            }
            boolean goesOn = !(part instanceof Call);
            if (goesOn && called && open.isEmpty()) {
                close(out);
                begin(speech);
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

    private void others(Speech speech, List<Speech> out) {
        var rest = new ArrayList<Part>();
        for (var part : speech.parts()) {
            if (part instanceof Result result) {
                answer(speech, result);
            } else {
                rest.add(part);
            }
        }
        if (open.isEmpty() || !rest.isEmpty()) {
            close(out);
        }
        if (speech.with(rest).hasContent()) {
            out.add(speech.with(rest));
        }
    }

    private void begin(Speech speech) {
        step = step == null ? speech : step;
    }

    private void answer(Speech speech, Result result) {
        open.closeFirst(result.callId())
                .ifPresentOrElse(
                        at -> parts.set(at, new Part.Pair((Call) parts.get(at), result)),
                        () -> notes.orphan(speech.id(), result.callId()));
    }

    private void close(List<Speech> out) {
        if (step == null) {
            return;
        }
        for (int at : open.closeAll()) {
            var call = (Call) parts.get(at);
            notes.interrupted(step.id(), call.id());
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
