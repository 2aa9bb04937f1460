package dev.coppice.format;

import dev.coppice.fuzz.Refusals;
import java.util.List;
import java.util.Set;

/** Reads a message as all parts of the server read it, for fuzzing. */
public final class MessageParsing {
    private MessageParsing() {}

    /**
     * Reads a message, and from the stored message all that the server reads from it. Throws a
     * {@link dev.coppice.Problem} if it is refused; fails if a changed or converted message is no JSON.
     */
    public static void parse(byte[] json) {
        var message = MessageBody.of(json).completed("id", 0);
        message.fingerprint();
        var stored = message.json();
        MessageTokens.of(stored, TokenCounter.ESTIMATE);
        MessageText.of(stored).whole();
        ToolUse.of(stored);
        MessageItems.of(stored).items().forEach(item -> Refusals.checkJson(item.json()));
        Refusals.checkJson(Truncation.of(stored));
        unload(stored);
        HistoryParsing.convert(List.of(stored));
    }

    /** Removes each skill that the message loads. */
    private static void unload(byte[] stored) {
        for (var call : SkillCalls.of(stored)) {
            if (!call.isResult()) {
                Refusals.checkJson(SkillCalls.unloaded(stored, call.skill(), Set.of()));
            }
        }
    }
}
