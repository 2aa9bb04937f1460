package dev.coppice.cli;

import java.io.PrintStream;
import java.util.Locale;

/**
 * Shows the progress of an import. On a terminal, it is a single line that is overwritten. Otherwise a new line is
 * printed at every ten percent, or every ten seconds if the size of the import is unknown. Thread-safe.
 */
final class Progress {
    private static final long REDRAW_NANOS = 200_000_000;
    private static final long LINE_NANOS = 10_000_000_000L;
    private static final double MEGABYTE = 1_000_000;

    private final PrintStream err;
    private final boolean terminal;
    private final long size;
    private final long started = System.nanoTime();
    private long drawn = started;
    private long tenths;
    private boolean open;

    /**
     * Begins to measure the time of an import.
     *
     * @param terminal true if the output is a terminal, on which a line can be overwritten
     * @param size size of the import in bytes; 0 if unknown
     */
    Progress(PrintStream err, boolean terminal, long size) {
        this.err = err;
        this.terminal = terminal;
        this.size = size;
    }

    /** Shows how many bytes were sent. Does nothing if the next line is not due yet. */
    synchronized void show(long bytes) {
        long now = System.nanoTime();
        boolean isNewTenth = size > 0 && 10 * bytes / size > tenths;
        if (terminal ? now - drawn < REDRAW_NANOS : size > 0 ? !isNewTenth : now - drawn < LINE_NANOS) {
            return;
        }
        drawn = now;
        tenths = size > 0 ? 10 * bytes / size : 0;
        open = terminal;
        err.print(terminal ? "\r" + line(bytes, seconds()) + "   " : line(bytes, seconds()) + "\n");
        err.flush();
    }

    private String line(long bytes, double seconds) {
        return line(bytes, size, seconds);
    }

    static String line(long bytes, long size, double seconds) {
        double rate = bytes / seconds;
        var text = String.format(Locale.ROOT, "%,.1f MB, %.1f MB/s", bytes / MEGABYTE, rate / MEGABYTE);
        if (size == 0) {
            return text;
        }
        long left = rate > 0 ? Math.round((size - bytes) / rate) : 0;
        return String.format(
                Locale.ROOT,
                "%3d %%  %s, %d:%02d:%02d left",
                100 * bytes / size,
                text,
                left / 3600,
                left / 60 % 60,
                left % 60);
    }

    /** Ends the overwritten line on a terminal, so that later output begins on a new line. */
    synchronized void end() {
        if (open) {
            err.println();
        }
    }

    double seconds() {
        return Math.max(1, System.nanoTime() - started) / 1e9;
    }
}
