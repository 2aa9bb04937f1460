package dev.coppice.format;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes the tool calls of a conversation valid for a model, message by message: the results of calls follow right after
 * them. A call without a result gets one that says that it was interrupted; a result without an open call is left out, and
 * so is a message that had nothing else. Everything else stays the same, byte for byte. A call at the very end counts as
 * interrupted. A UI part of the AI SDK is repaired in place.
 *
 * <p>Holds the open calls, no messages. For one reading of one path; not thread-safe.
 */
public final class PairRepair {
    private final List<Diagnostic> diagnostics = new ArrayList<>();

    /** The open calls of one turn: all messages since its first call hold nothing but more calls, and then results. */
    private final OpenCalls<OpenCall> open = new OpenCalls<>();

    /** True while the next message may add parallel calls to the turn, as in all formats except OpenAI's chat. */
    private boolean calling;

    /** Repairs a whole conversation. */
    static Repaired of(List<byte[]> messages) {
        var repair = new PairRepair();
        var view = new ArrayList<byte[]>();
        messages.forEach(message -> view.addAll(repair.next(message)));
        view.addAll(repair.end());
        return new Repaired(List.copyOf(view), repair.diagnostics());
    }

    /** @param messages the same arrays where nothing was repaired */
    record Repaired(List<byte[]> messages, List<Diagnostic> diagnostics) {}

    /** Takes the next message; returns what the view shows for it: nothing, the message, or results and the message. */
    public List<byte[]> next(byte[] message) {
        if (open.isEmpty() && !ParsedMessage.mayHaveTools(message)) {
            return List.of(message);
        }
        return step(new MessageRepair(message, diagnostics));
    }

    /** Ends the conversation; returns what the view shows after the last message. */
    public List<byte[]> end() {
        return Interruption.messages(interrupted());
    }

    /** What was repaired so far, in the order of the messages. */
    public List<Diagnostic> diagnostics() {
        return List.copyOf(diagnostics);
    }

    private List<OpenCall> interrupted() {
        var calls = open.closeAll();
        calls.forEach(call ->
                diagnostics.add(new Diagnostic(Diagnostic.Kind.CALL_WITHOUT_RESULT, call.messageId(), call.callId())));
        return calls;
    }

    private List<byte[]> step(MessageRepair message) {
        var own = new OpenCalls<OpenCall>();
        int answered = 0;
        for (var mark : message.marks()) {
            if (mark.isUi()) {
                message.fail(mark);
            } else if (!mark.isResult()) {
                own.open(mark.callId(), message.call(mark));
            } else if (own.close(mark.callId()).isEmpty()) {
                if (open.close(mark.callId()).isPresent()) {
                    answered++;
                } else {
                    message.drop(mark);
                }
            }
        }
        return view(message, own.closeAll(), answered);
    }

    /**
     * @param calls of the message that wait for a result
     * @param answered results of the message that answer open calls
     */
    private List<byte[]> view(MessageRepair message, List<OpenCall> calls, int answered) {
        var view = new ArrayList<byte[]>();
        boolean joins = calling && answered == 0 && areParallel(calls);
        if (answered > 0 && message.hasOnlyResults()) {
            calling = false;
        } else if (!joins) {
            view.addAll(Interruption.messages(message.insert(interrupted())));
            calling = calls.stream().noneMatch(call -> call.format() == MessageFormat.OPENAI);
        }
        calls.forEach(call -> open.open(call.callId(), call));
        message.repaired().ifPresent(view::add);
        return view;
    }

    private boolean areParallel(List<OpenCall> calls) {
        return !calls.isEmpty()
                && calls.stream()
                        .noneMatch(call -> call.format() == MessageFormat.OPENAI || open.isOpen(call.callId()));
    }
}
