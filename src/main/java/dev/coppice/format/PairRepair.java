package dev.coppice.format;

import java.util.ArrayList;
import java.util.List;

/**
 * Repairs the tool calls of a conversation so that models accept it: every result directly follows its call. Takes one
 * message at a time. A call without a result gets a result that says that the call was interrupted, also at the end of
 * the conversation. A result without an earlier call is left out; a message with only such results is left out too. A
 * UI part of the AI SDK contains both call and result, so a missing result is written into the part. All other bytes
 * stay the same.
 *
 * <p>Holds calls without a result in memory, but no messages. For one pass over one path; not thread-safe.
 */
public final class PairRepair {
    private final List<Diagnostic> diagnostics = new ArrayList<>();

    /**
     * Calls that later messages may still answer. All of them are in the current group of messages. A group consists of
     * messages with calls, followed by messages that contain only results.
     */
    private final OpenCalls<OpenCall> open = new OpenCalls<>();

    /**
     * True if the next message may add parallel calls to the current group of messages. False in OpenAI's chat format,
     * where all parallel calls are in one message.
     */
    private boolean calling;

    /**
     * Repairs the tool calls and results of a whole conversation at once, as {@link #next} and {@link #end} do step by
     * step.
     *
     * @param messages the messages of the conversation as JSON objects, oldest first
     */
    static Repaired of(List<byte[]> messages) {
        var repair = new PairRepair();
        var view = new ArrayList<byte[]>();
        messages.forEach(message -> view.addAll(repair.next(message)));
        view.addAll(repair.end());
        return new Repaired(List.copyOf(view), repair.diagnostics());
    }

    /**
     * The result of {@link #of}.
     *
     * @param messages the repaired messages; a message that needed no repair is the original array
     * @param diagnostics one report for each repair
     */
    record Repaired(List<byte[]> messages, List<Diagnostic> diagnostics) {}

    /**
     * Adds the next message of the conversation. Returns the messages to use instead of it, in their order. First come
     * messages with results for interrupted calls of earlier messages, if there are such calls; then comes the repaired
     * message. A message with nothing but results without calls is left out.
     *
     * @param message a JSON object
     */
    public List<byte[]> next(byte[] message) {
        if (open.isEmpty() && !ToolMark.mayBeIn(message)) {
            return List.of(message);
        }
        return step(new MessageRepair(message, diagnostics));
    }

    /**
     * Ends the conversation. Returns messages with results for the calls that still have none, as {@link Interruption}
     * creates them; empty if all calls have results.
     */
    public List<byte[]> end() {
        return Interruption.messages(interrupted());
    }

    /** Returns the reports of all repairs so far, in the order in which the repairs were made. */
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
     * Returns the messages to use instead of a message of the conversation: messages with results for calls that this
     * message interrupts, and then the repaired message.
     *
     * @param message the message with its repairs
     * @param calls calls of the message that wait for a result
     * @param answered number of results in the message that answer calls of earlier messages
     */
    private List<byte[]> view(MessageRepair message, List<OpenCall> calls, int answered) {
        var view = new ArrayList<byte[]>();
        boolean joins = message.isItemBetweenCalls() || answered == 0 && calling && areParallel(calls);
        if (!joins && answered > 0 && message.hasOnlyResults()) {
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
