package dev.coppice.load;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/**
 * The program that loads conversations from a file in the format JSON Lines into a running server, and prints the
 * throughput. To finish an interrupted load, start the program again: messages that the server already has are not
 * stored again.
 *
 * <p>The first error ends the load with exit code 1 and a message that names the line in the file. Some messages before
 * that line may not have been sent; correct the file and load it again.
 */
public final class Loader {

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private Loader() {}

    public static void main(String[] arguments) {
        try {
            // No exit on success, because it would end Maven too.
            run(arguments, System.getenv(), System.out, System.console() != null);
        } catch (LoadException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    /**
     * Runs the program and returns when all messages are stored. Throws {@link LoadException} for invalid arguments, at
     * the first invalid line of the file, if the file cannot be read or contains no messages, or if the server refuses
     * messages or does not answer.
     *
     * @param arguments arguments of the command line ({@link Options#USAGE})
     * @param environment environment variables
     * @param out where progress and summary are printed
     * @param terminal true to draw a progress bar on {@code out}, false to print lines
     */
    static void run(String[] arguments, Map<String, String> environment, PrintStream out, boolean terminal) {
        var options = Options.of(arguments, environment);
        try (var file = Files.newInputStream(options.file());
                var server = new CoppiceClient(options.url(), options.token())) {
            var progress = new Progress(out, terminal, Files.size(options.file()));
            var upload = new Upload(server, options.namespace());
            try {
                load(new BufferedInputStream(progress.counting(file), 1 << 16), upload, progress);
            } finally {
                progress.end();
            }
            if (upload.messages() == 0) {
                throw new LoadException(options.file().toString(), "contains no messages");
            }
            out.println(summary(upload, progress.seconds()));
        } catch (IOException e) {
            throw new LoadException(options.file().toString(), "cannot be read");
        }
    }

    private static void load(InputStream in, Upload upload, Progress progress) throws IOException {
        skipByteOrderMark(in);
        var batches = new Batches(upload::send);
        JsonLines.read(in, message -> {
            batches.add(message);
            progress.show(upload.messages(), batches.waiting());
        });
        while (batches.waiting() > 0) {
            batches.sendOldest();
            progress.show(upload.messages(), batches.waiting());
        }
    }

    private static void skipByteOrderMark(InputStream in) throws IOException {
        in.mark(BYTE_ORDER_MARK.length);
        if (!Arrays.equals(in.readNBytes(BYTE_ORDER_MARK.length), BYTE_ORDER_MARK)) {
            in.reset();
        }
    }

    /**
     * Returns the line that is printed after a load, such as {@code 40 messages in 0.3 s, 129 messages/s: 40 inserted,
     * 0 already stored; 0 new sessions}.
     *
     * @param upload the counts of the load
     * @param seconds duration of the load in seconds
     */
    static String summary(Upload upload, double seconds) {
        var skipped = upload.skipped() == 0 ? "" : String.format(Locale.ROOT, ", %,d skipped", upload.skipped());
        return String.format(
                Locale.ROOT,
                "%,d messages in %.1f s, %,.0f messages/s: %,d inserted, %,d already stored%s; %,d new sessions",
                upload.messages(),
                seconds,
                upload.messages() / seconds,
                upload.inserted(),
                upload.existing(),
                skipped,
                upload.sessions());
    }
}
