package dev.coppice.cli;

import dev.coppice.client.Append;
import dev.coppice.client.Appended;
import dev.coppice.client.Coppice;
import dev.coppice.client.Message;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The command {@code append}, which appends messages to a session. */
final class Appending {
    private static final int BATCH = 500;
    private static final int BATCH_LENGTH = 4 << 20;

    private final Coppice coppice;
    private final Arguments arguments;
    private final InputStream in;
    private final PrintStream out;
    private boolean isFirst = true;

    Appending(Coppice coppice, Arguments arguments, InputStream in, PrintStream out) {
        this.coppice = coppice;
        this.arguments = arguments;
        this.in = in;
        this.out = out;
    }

    /**
     * Appends the message in the arguments, or, if the text is {@code -}, one message per line of standard input.
     * Prints the ids of the appended messages.
     */
    void run() throws IOException {
        if (arguments.words().size() != 2) {
            throw new UsageException("append needs a session and a text");
        }
        var text = arguments.words().get(1);
        if (!text.equals("-")) {
            append(List.of(Message.of(arguments.option("--role").orElse("user"), text)));
            return;
        }
        try (var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            var batch = new ArrayList<Message>();
            long length = 0;
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.isBlank()) {
                    continue;
                }
                if (batch.size() == BATCH || (length + line.length() > BATCH_LENGTH && !batch.isEmpty())) {
                    append(batch);
                    batch.clear();
                    length = 0;
                }
                batch.add(message(line));
                length += line.length();
            }
            if (!batch.isEmpty()) {
                append(batch);
            }
        }
    }

    private static Message message(String line) {
        try {
            return Message.of(line);
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage());
        }
    }

    private void append(List<Message> messages) {
        var append = Append.of(messages);
        if (isFirst) {
            arguments.option("--parent").ifPresent(append::parentId);
        }
        if (isFirst && arguments.flag("--create")) {
            append.createSession();
        }
        isFirst = false;
        coppice.session(arguments.words().get(0)).append(append).messages().stream()
                .map(Appended.Stored::id)
                .forEach(out::println);
    }
}
