package dev.coppice.load;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Locale;

/** Prints the progress of a load: a bar on a terminal, otherwise a line for every ten percent. Not thread-safe. */
final class Progress {

    private static final int WIDTH = 30;
    private static final long REDRAW_NANOS = 100_000_000;

    private final PrintStream out;
    private final boolean terminal;
    private final long size;
    private final long started = System.nanoTime();
    private long read;
    private long drawn = started - REDRAW_NANOS;
    private long printedTenths;

    /**
     * Creates a progress display. The time of the load is measured from now on.
     *
     * @param out where the progress is printed
     * @param terminal true to draw a bar, false to print lines
     * @param size size of the file in bytes
     */
    Progress(PrintStream out, boolean terminal, long size) {
        this.out = out;
        this.terminal = terminal;
        this.size = Math.max(size, 1);
    }

    /**
     * Returns a stream that reads from {@code in} and counts the bytes. {@link #show} computes the percentage from this
     * count.
     *
     * @param in the file to load
     */
    InputStream counting(InputStream in) {
        return new FilterInputStream(in) {
            @Override
            public int read() throws IOException {
                int b = super.read();
                read += b < 0 ? 0 : 1;
                return b;
            }

            @Override
            public int read(byte[] buffer, int offset, int length) throws IOException {
                int n = super.read(buffer, offset, length);
                read += Math.max(n, 0);
                return n;
            }
        };
    }

    /**
     * Shows the progress. On a terminal, draws the bar with the new percentage, at most ten times a second. Otherwise
     * prints a line when another ten percent are reached.
     *
     * @param messages number of messages that are stored on the server so far
     * @param waiting number of messages that were read from the file but not sent yet. The percentage counts only
     *     messages that were sent.
     */
    void show(long messages, long waiting) {
        double sent = messages / Math.max(1.0, messages + waiting);
        long percent = (long) Math.min(100, 100 * sent * read / size);
        if (terminal && (percent == 100 || System.nanoTime() - drawn >= REDRAW_NANOS)) {
            drawBar(percent, messages);
            drawn = System.nanoTime();
        } else if (!terminal && percent / 10 > printedTenths) {
            printedTenths = percent / 10;
            out.println(line(percent, messages));
        }
    }

    private void drawBar(long percent, long messages) {
        int full = (int) (WIDTH * percent / 100);
        out.print("\r[" + "#".repeat(full) + ".".repeat(WIDTH - full) + "] " + line(percent, messages) + "   ");
        out.flush();
    }

    private String line(long percent, long messages) {
        return String.format(Locale.ROOT, "%3d %%  %,d messages  %,.0f/s", percent, messages, messages / seconds());
    }

    /**
     * Ends the line of the terminal on which the bar is drawn, so that further output begins on a new line. Does
     * nothing if the progress is printed as lines.
     */
    void end() {
        if (terminal) {
            out.println();
        }
    }

    /** Returns the seconds since this object was created; more than 0. */
    double seconds() {
        return Math.max(System.nanoTime() - started, 1) / 1e9;
    }
}
