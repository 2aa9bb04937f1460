package dev.coppice.format;

import dev.coppice.format.Diagnostic.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects the diagnostics (reports of changes) of a conversion, in the order in which the changes are made. Not
 * thread-safe.
 */
final class Diagnostics {
    private final List<Diagnostic> all = new ArrayList<>();

    List<Diagnostic> all() {
        return List.copyOf(all);
    }

    void partLeftOut(String messageId, String callId, String detail) {
        all.add(new Diagnostic(Kind.PART_LEFT_OUT, messageId, callId, detail));
    }

    void reasoningLeftOut(String messageId) {
        all.add(new Diagnostic(Kind.REASONING_LEFT_OUT, messageId, null, null));
    }

    void emptyMessage(String messageId) {
        all.add(new Diagnostic(Kind.EMPTY_MESSAGE, messageId, null, null));
    }

    void roleChanged(String messageId, String detail) {
        all.add(new Diagnostic(Kind.ROLE_CHANGED, messageId, null, detail));
    }

    /**
     * Adds one report for all messages that were left out because they precede the first user message.
     *
     * @param messageId id of the first message that was left out
     * @param messages number of messages that were left out
     */
    void beforeFirstUser(String messageId, int messages) {
        var detail = messages == 1 ? "1 message" : messages + " messages";
        all.add(new Diagnostic(Kind.BEFORE_FIRST_USER, messageId, null, detail));
    }

    void callWithoutResult(String messageId, String callId) {
        all.add(new Diagnostic(Kind.CALL_WITHOUT_RESULT, messageId, callId, null));
    }

    void resultWithoutCall(String messageId, String callId) {
        all.add(new Diagnostic(Kind.RESULT_WITHOUT_CALL, messageId, callId, null));
    }

    void renamed(String messageId, String callId, String detail) {
        all.add(new Diagnostic(Kind.RENAMED, messageId, callId, detail));
    }

    void inputWrapped(String messageId, String callId) {
        all.add(new Diagnostic(Kind.INPUT_WRAPPED, messageId, callId, null));
    }
}
