package dev.coppice.load;

import dev.coppice.load.Options.Format;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Loads conversations from a file into a running server and says how fast. Loading the same file again inserts nothing
 * and says so; a load that was broken off is finished by starting it again.
 *
 * <p>The first thing that is wrong ends the load with exit code 1 and a message that names the place in the file. Of
 * the messages before it the last may be unsent then; they go when the file is mended and loaded again.
 */
public final class Loader {

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private Loader() {}

    public static void main(String[] arguments) {
        try {
            // Not on success: inside Maven it would end Maven.
            run(arguments, System.getenv(), System.out, System.console() != null);
        } catch (LoadException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    /** @param terminal whether a bar can be drawn on {@code out} */
    static void run(String[] arguments, Map<String, String> environment, PrintStream out, boolean terminal) {
        var options = Options.of(arguments, environment);
        try (var file = Files.newInputStream(options.file());
                var server = new Server(options.url(), options.token())) {
            var progress = new Progress(out, terminal, Files.size(options.file()));
            var upload = new Upload(server, options.namespace());
            try {
                load(new BufferedInputStream(progress.watching(file), 1 << 16), options.format(), upload, progress);
            } finally {
                progress.end();
            }
            out.println(summary(upload, progress.seconds()));
        } catch (IOException e) {
            throw new LoadException(options.file().toString(), "can't be read");
        }
    }

    private static void load(InputStream in, Format given, Upload upload, Progress progress) throws IOException {
        skipByteOrderMark(in);
        var format = given != null ? given : look(in);
        var batches = new Batches(upload::send);
        Consumer<LoadedMessage> sink = turn -> {
            batches.add(turn);
            progress.show(upload.messages(), batches.waiting());
        };
        switch (format) {
            case JSONL -> JsonLines.read(in, sink);
            case LOCOMO -> Locomo.read(in, sink);
        }
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

    /** An array is LoCoMo's; JSON Lines begin with an object. */
    private static Format look(InputStream in) throws IOException {
        in.mark(4096);
        int b = in.read();
        for (int i = 1; i < 4096 && b >= 0 && b <= ' '; i++) {
            b = in.read();
        }
        in.reset();
        return switch (b) {
            case '[' -> Format.LOCOMO;
            case '{' -> Format.JSONL;
            case -1 -> throw new LoadException("The file is empty");
            default -> throw new LoadException("The file is neither JSON Lines nor the LoCoMo file");
        };
    }

    static String summary(Upload upload, double seconds) {
        var skipped = upload.skipped() == 0 ? "" : String.format(Locale.ROOT, ", %,d left out", upload.skipped());
        return String.format(
                Locale.ROOT,
                "%,d messages in %.1f s, %,.0f messages/s: %,d inserted, %,d already there%s; %,d new sessions",
                upload.messages(),
                seconds,
                upload.messages() / seconds,
                upload.inserted(),
                upload.there(),
                skipped,
                upload.sessions());
    }
}
