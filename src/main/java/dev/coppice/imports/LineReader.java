package dev.coppice.imports;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * Reads the lines of a file one after another, and counts lines and bytes. Holds one line in memory. Not thread-safe.
 */
final class LineReader {
    private static final int BUFFER = 64 << 10;

    private final InputStream stream;
    private final int maxLine;
    private final long maxBytes;
    private final byte[] buffer = new byte[BUFFER];
    private int from;
    private int to;
    private long bytes;
    private long number;
    private byte[] line = new byte[BUFFER];
    private int length;

    /**
     * Creates a reader.
     *
     * @param stream the file; this class does not close it
     * @param maxLine maximum bytes of a line without its line feed (a carriage return before it counts), inclusive; a
     *     longer line is refused and not held in memory
     * @param maxBytes maximum bytes of the file, inclusive
     */
    LineReader(InputStream stream, int maxLine, long maxBytes) {
        this.stream = stream;
        this.maxLine = maxLine;
        this.maxBytes = maxBytes;
    }

    /** Returns the number of the line that was read last, counted from 1; 0 if none was read yet. */
    long number() {
        return number;
    }

    /** Returns the number of bytes of the file that were read so far. */
    long bytes() {
        return bytes;
    }

    /**
     * Returns the bytes of the file's next line without the line end; null at the end of the file. Throws 413
     * {@code too-large} if the line is too long; the next call then returns the line after it. Throws
     * {@link FileTooLarge} if the file is too large, and {@code UncheckedIOException} if it cannot be read.
     */
    byte[] next() {
        length = 0;
        boolean any = false;
        while (fill()) {
            any = true;
            int end = from;
            while (end < to && buffer[end] != '\n') {
                end++;
            }
            add(end);
            if (end < to) {
                from = end + 1;
                return finished();
            }
            from = to;
        }
        return any ? finished() : null;
    }

    private byte[] finished() {
        number++;
        if (length > maxLine) {
            throw new Problem(Code.TOO_LARGE, "A line must not have more than " + maxLine + " bytes.");
        }
        int end = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
        return Arrays.copyOf(line, end);
    }

    /**
     * Adds the bytes of {@link #buffer} up to the index {@code end}, exclusive, to the current {@link #line}. If the
     * line would then have too many bytes, adds nothing and only records that the line is too long.
     */
    private void add(int end) {
        int more = end - from;
        if ((long) length + more <= maxLine) {
            if (length + more > line.length) {
                line = Arrays.copyOf(line, Math.max(length + more, Math.min(maxLine, 2 * line.length)));
            }
            System.arraycopy(buffer, from, line, length, more);
            length += more;
        } else {
            length = maxLine + 1;
        }
    }

    /**
     * Makes sure that the buffer has at least one byte. Returns false at the end of the file. Throws
     * {@link FileTooLarge} if the file has more than the maximum number of bytes.
     */
    private boolean fill() {
        if (from < to) {
            return true;
        }
        try {
            from = 0;
            to = Math.max(0, stream.read(buffer));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        bytes += to;
        if (bytes > maxBytes) {
            throw new FileTooLarge(maxBytes);
        }
        return to > 0;
    }

    /**
     * Thrown with 413 {@code too-large} if the whole file is too large. This problem ends the import; a line that is
     * too long is only reported.
     */
    static final class FileTooLarge extends Problem {
        private static final long serialVersionUID = 1;

        FileTooLarge(long maxBytes) {
            super(
                    Code.TOO_LARGE,
                    "The file must not have more than " + maxBytes + " bytes (coppice.import.max-bytes).");
        }
    }
}
