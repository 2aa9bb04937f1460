package dev.coppice.format;

import java.util.ArrayList;
import java.util.List;

/**
 * Converts a conversation, message by message and from whatever formats it was stored in, to messages of one format that are
 * valid for its provider: results follow their calls, ids and names are accepted, nothing is empty. Parts stored in that
 * format are copied verbatim where they are valid. Whatever cannot be converted is reported by {@link #diagnostics}, never
 * dropped silently. The same messages give the same bytes. Holds one step of the conversation. For one conversation; not
 * thread-safe.
 */
public final class Conversion {
    private final Diagnostics diagnostics = new Diagnostics();
    private final FormatWriter writer;
    private final ContentFilter filter;
    private final CallPairing pairing;
    private final ToolNaming naming;
    private final boolean fromUser;

    /** Number of the next message. */
    private int number;

    private boolean hasUser;
    private int leftOut;
    private int lastLeftOut = -1;
    private String firstLeftOut;
    private String firstUser;

    /**
     * @param fromUser true to leave out what an assistant says before the first message of a user; a summary of messages
     *     that are no longer shown then gets the role of the user
     * @param keepsTools false to leave out tool calls with their results
     */
    public Conversion(MessageFormat format, boolean fromUser, boolean keepsTools) {
        this.writer = format.writer();
        this.filter = new ContentFilter(format, writer, diagnostics);
        this.pairing = new CallPairing(diagnostics, keepsTools);
        this.naming = new ToolNaming(format, diagnostics);
        this.fromUser = fromUser;
    }

    /**
     * Takes the next message; returns the messages that are complete with it.
     *
     * @param message of a conversation already repaired by {@link PairRepair}
     */
    public List<byte[]> next(byte[] message) {
        var out = new ArrayList<byte[]>();
        var read = ModelMessageReader.read(number++, ParsedMessage.of(message), diagnostics);
        pairing.next(filter.filter(read)).forEach(step -> write(step, out));
        return out;
    }

    /** Ends the conversation; returns the remaining messages. */
    public List<byte[]> end() {
        var out = new ArrayList<byte[]>();
        pairing.end().forEach(step -> write(step, out));
        writer.end(out::add);
        if (!hasUser && leftOut > 0) {
            diagnostics.beforeFirstUser(firstLeftOut, leftOut);
        }
        return out;
    }

    /** What could not be converted; complete after {@link #end}. */
    public List<Diagnostic> diagnostics() {
        return diagnostics.all();
    }

    /** True when messages before the first one of a user were left out. */
    public boolean isShortened() {
        return leftOut > 0;
    }

    /** The id of the first message of a user; null when there is none. */
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

    /** Without reasoning at the end, which some providers refuse; beginnings of steps do not count as content. */
    private List<Content> withoutLastThoughts(ModelMessage step) {
        var contents = new ArrayList<>(step.contents());
        for (int last = contents.size() - 1; !writer.mayEndWithThoughts() && last >= 0; last--) {
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
