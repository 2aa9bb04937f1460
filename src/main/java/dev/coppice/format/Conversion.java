package dev.coppice.format;

import java.util.ArrayList;
import java.util.List;

/**
 * Converts a conversation, message by message, to messages of one format. The stored messages may have any formats. The
 * provider of the target format accepts the result: each result follows its call, ids and names are valid, and no
 * message is empty. Parts that are already stored in the target format are copied verbatim if they are valid. Content
 * that cannot be converted is left out or replaced, and {@link #diagnostics} reports it. The same messages give the
 * same bytes. Holds the output of one model call, and one converted message, in memory. For one conversation; not
 * thread-safe.
 */
public final class Conversion {
    private final Diagnostics diagnostics = new Diagnostics();
    private final FormatWriter writer;
    private final ContentFilter filter;
    private final CallPairing pairing;
    private final ToolNaming naming;
    private final boolean fromUser;

    /** Index of the next message in the conversation, counted from 0. */
    private int number;

    private boolean hasUser;
    private int leftOut;
    private int lastLeftOut = -1;
    private String firstLeftOut;
    private String firstUser;

    /**
     * Starts the conversion of one conversation.
     *
     * @param format the format of the converted messages
     * @param fromUser true to leave out all messages before the first user message, except system messages. If a
     *     summary of earlier messages comes before the first user message, the conversation begins with the summary
     *     instead, and the summary gets the role {@code user}.
     * @param keepsTools false to leave out tool calls together with their results
     */
    public Conversion(MessageFormat format, boolean fromUser, boolean keepsTools) {
        this.writer = format.writer();
        this.filter = new ContentFilter(format, writer, diagnostics);
        this.pairing = new CallPairing(diagnostics, keepsTools);
        this.naming = new ToolNaming(format, diagnostics);
        this.fromUser = fromUser;
    }

    /**
     * Adds the next message of the conversation. Returns the converted messages that are complete after it, in their
     * order. The list is empty if none is complete, because messages still wait for tool results or for more content,
     * or if the message is left out.
     *
     * @param message message of a conversation that {@link PairRepair} has already repaired, as a JSON object
     * @return each message as a JSON object in UTF-8
     */
    public List<byte[]> next(byte[] message) {
        var out = new ArrayList<byte[]>();
        var read = ModelMessageReader.read(number++, ParsedMessage.of(message), diagnostics);
        pairing.next(filter.filter(read)).forEach(step -> write(step, out));
        return out;
    }

    /**
     * Ends the conversation and returns the converted messages that were still held in memory; empty if there are none.
     */
    public List<byte[]> end() {
        var out = new ArrayList<byte[]>();
        pairing.end().forEach(step -> write(step, out));
        writer.end(out::add);
        if (!hasUser && leftOut > 0) {
            diagnostics.beforeFirstUser(firstLeftOut, leftOut);
        }
        return out;
    }

    /**
     * Returns the reports of what was changed or left out, in the order in which the changes were made; empty if there
     * are none. All messages before the first user message share one report. The list is complete after {@link #end}.
     */
    public List<Diagnostic> diagnostics() {
        return diagnostics.all();
    }

    /** True if the conversion has left out messages before the first user message. */
    public boolean isShortened() {
        return leftOut > 0;
    }

    /**
     * Returns the id of the converted message with which the conversation begins: the first user message, or the first
     * summary if it comes before that message. Returns null if the constructor's parameter {@code fromUser} was false,
     * or if neither of the two was converted yet.
     */
    public String first() {
        return firstUser;
    }

    private void write(ModelMessage step, List<byte[]> out) {
        var valid = step.with(withoutLastThoughts(step));
        if (!valid.hasContent()) {
            return;
        }
        if (!fromUser || hasUser || valid.role() == Role.SYSTEM) {
            writer.write(naming.rename(valid), out::add);
        } else if (valid.role() == Role.USER || valid.isSummary()) {
            begin(valid, out);
        } else {
            leaveOut(valid);
        }
    }

    private void begin(ModelMessage step, List<byte[]> out) {
        hasUser = true;
        firstUser = step.id();
        if (leftOut > 0) {
            diagnostics.beforeFirstUser(firstLeftOut, leftOut);
        }
        writer.write(step.by(Role.USER), out::add);
    }

    private void leaveOut(ModelMessage step) {
        firstLeftOut = leftOut == 0 ? step.id() : firstLeftOut;
        leftOut += step.number() == lastLeftOut ? 0 : 1;
        lastLeftOut = step.number();
    }

    /**
     * Returns the content of a message. If the provider refuses reasoning at the end of a message, leaves out the
     * reasoning there, and also each {@link Content.Step} at the end.
     */
    private List<Content> withoutLastThoughts(ModelMessage step) {
        if (writer.mayEndWithThoughts()) {
            return step.contents();
        }
        var contents = new ArrayList<>(step.contents());
        for (int last = contents.size() - 1; last >= 0; last--) {
            if (contents.get(last) instanceof Content.Reasoning) {
                diagnostics.reasoningLeftOut(step.id());
            } else if (!(contents.get(last) instanceof Content.Step)) {
                break;
            }
            contents.remove(last);
        }
        return contents;
    }
}
