package dev.coppice.format;

import dev.coppice.format.Diagnostic.Kind;
import java.util.ArrayList;
import java.util.List;

/** What a conversion could not carry over, in the order of finding it. */
final class Diagnostics {
    private final List<Diagnostic> found = new ArrayList<>();

    List<Diagnostic> found() {
        return List.copyOf(found);
    }

    void leftOut(String messageId, String callId, String what) {
        found.add(new Diagnostic(Kind.PART_LEFT_OUT, messageId, callId, what));
    }

    void reasoning(String messageId) {
        found.add(new Diagnostic(Kind.REASONING_LEFT_OUT, messageId, null, null));
    }

    void empty(String messageId) {
        found.add(new Diagnostic(Kind.EMPTY_MESSAGE, messageId, null, null));
    }

    void roleChanged(String messageId, String why) {
        found.add(new Diagnostic(Kind.ROLE_CHANGED, messageId, null, why));
    }

    void beforeUser(String messageId, int messages) {
        var detail = messages == 1 ? "1 message" : messages + " messages";
        found.add(new Diagnostic(Kind.BEFORE_FIRST_USER, messageId, null, detail));
    }

    void interrupted(String messageId, String callId) {
        found.add(new Diagnostic(Kind.CALL_WITHOUT_RESULT, messageId, callId, null));
    }

    void orphan(String messageId, String callId) {
        found.add(new Diagnostic(Kind.RESULT_WITHOUT_CALL, messageId, callId, null));
    }

    void renamed(String messageId, String callId, String how) {
        found.add(new Diagnostic(Kind.RENAMED, messageId, callId, how));
    }

    void wrapped(String messageId, String callId) {
        found.add(new Diagnostic(Kind.INPUT_WRAPPED, messageId, callId, null));
    }
}
