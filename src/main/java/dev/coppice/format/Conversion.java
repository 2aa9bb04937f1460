package dev.coppice.format;

import java.util.ArrayList;
import java.util.List;

/**
 * Turns a conversation, message by message and in whatever shapes they were stored, into messages of one shape that are
 * valid for its provider: calls and results are neighbours, ids and names are such as it takes, nothing is empty. What was
 * stored in that shape stays as it is, as far as that is valid. What cannot be carried over is told. The same messages
 * give the same bytes. For one conversation; holds a step of it.
 */
public final class Conversion {
    private final Diagnostics notes = new Diagnostics();
    private final FormatWriter formatWriter;
    private final ContentFilter contentFilter;
    private final CallPairing callPairing;
    private final ToolNaming toolNaming;
    private final boolean fromUser;

    private int number;
    private boolean begun;
    private int leftOut;
    private int lastLeftOut = -1;
    private String firstLeftOut;
    private String first;

    /**
     * @param fromUser true to leave out what an assistant says before the first message of a user; a summary of what is no
     *     more shown is then told by the user
     * @param keepsTools false to leave out calls of tools and their results
     */
    public Conversion(MessageFormat messageFormat, boolean fromUser, boolean keepsTools) {
        this.formatWriter = messageFormat.writer();
        this.contentFilter = new ContentFilter(messageFormat, formatWriter, notes);
        this.callPairing = new CallPairing(notes, keepsTools);
        this.toolNaming = new ToolNaming(messageFormat, notes);
        this.fromUser = fromUser;
    }

    /**
     * What is complete with one message more.
     *
     * @param message of a view whose calls and results were repaired already
     */
    public List<byte[]> next(byte[] message) {
        var out = new ArrayList<byte[]>();
        var speech = contentFilter.of(MessageParser.read(number++, message, notes));
        callPairing.next(speech).forEach(step -> write(step, out));
        return out;
    }

    /** What is left behind the last message. */
    public List<byte[]> end() {
        var out = new ArrayList<byte[]>();
        callPairing.end().forEach(step -> write(step, out));
        formatWriter.end(out::add);
        if (!begun && leftOut > 0) {
            notes.beforeUser(firstLeftOut, leftOut);
        }
        return out;
    }

    /** What could not be carried over; complete at the end. */
    public List<Diagnostic> diagnostics() {
        return notes.found();
    }

    /** True when messages were left out because no user spoke before them. */
    public boolean isShortened() {
        return leftOut > 0;
    }

    /** The id of the first message of a user, or null when there is none. */
    public String first() {
        return first;
    }

    private void write(ParsedMessage step, List<byte[]> out) {
        var whole = step.with(thoughtful(step));
        if (!whole.hasContent()) {
            return;
        }
        if (!fromUser || begun || whole.role() == Role.SYSTEM) {
            formatWriter.write(toolNaming.of(whole), out::add);
        } else if (whole.role() == Role.USER || whole.isSummary()) {
            begin(whole, out);
        } else {
            leaveOut(whole);
        }
    }

    private void begin(ParsedMessage step, List<byte[]> out) {
        begun = true;
        first = step.id();
        if (leftOut > 0) {
            notes.beforeUser(firstLeftOut, leftOut);
        }
        formatWriter.write(step.by(Role.USER), out::add);
    }

    private void leaveOut(ParsedMessage step) {
        firstLeftOut = leftOut == 0 ? step.id() : firstLeftOut;
        leftOut += step.number() == lastLeftOut ? 0 : 1;
        lastLeftOut = step.number();
    }

    /** Some providers refuse thoughts behind which nothing was said; the beginning of a step is nothing. */
    private List<Part> thoughtful(ParsedMessage step) {
        var parts = new ArrayList<>(step.parts());
        for (int last = parts.size() - 1; !formatWriter.mayEndWithThoughts() && last >= 0; last--) {
            if (parts.get(last) instanceof Part.Reasoning) {
                notes.reasoning(step.id());
            } else if (!(parts.get(last) instanceof Part.Step)) {
                break;
            }
            parts.remove(last);
        }
        return parts;
    }
}
