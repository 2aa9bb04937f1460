package dev.coppice.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Exit status and output of one run of the command line program.
 *
 * @param status exit status
 * @param out text on standard output
 * @param err text on standard error
 */
record CommandLine(int status, String out, String err) {

    static CommandLine run(Map<String, String> environment, String input, String... arguments) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
        int status = new Main(environment, in, stream(out), stream(err)).run(List.of(arguments));
        return new CommandLine(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Returns standard output on a full disk: each write fails. */
    static PrintStream full() {
        return new PrintStream(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("No space left on device");
            }
        });
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
