package dev.coppice.cli;

import dev.coppice.client.Coppice;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The command {@code export}, which writes sessions as JSON Lines to a file or to standard output. */
final class Exporting {
    private final Coppice coppice;
    private final Arguments arguments;
    private final PrintStream out;

    Exporting(Coppice coppice, Arguments arguments, PrintStream out) {
        this.coppice = coppice;
        this.arguments = arguments;
        this.out = out;
    }

    /** Writes the export. An output file has a name that ends with {@code .part} until it is complete. */
    void run() throws IOException {
        if (arguments.words().size() > 1) {
            throw new UsageException("More than one session given");
        }
        var file = arguments.option("--output").map(Path::of);
        if (file.isEmpty()) {
            write(checked(out));
            return;
        }
        var part = file.get().resolveSibling(file.get().getFileName() + ".part");
        try (var target = Files.newOutputStream(part)) {
            write(target);
        }
        Files.move(part, file.get(), StandardCopyOption.REPLACE_EXISTING);
    }

    /** Returns a stream that ends the export at the first error. {@code PrintStream} itself throws nothing. */
    private static OutputStream checked(PrintStream target) {
        return new FilterOutputStream(target) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                target.write(bytes, offset, length);
                if (target.checkError()) {
                    throw new IOException("The export is not complete");
                }
            }
        };
    }

    private void write(OutputStream target) throws IOException {
        if (!arguments.words().isEmpty()) {
            coppice.session(arguments.words().get(0)).export(target);
        } else if (arguments.option("--user").isPresent()) {
            coppice.exports().user(arguments.option("--user").get(), target);
        } else if (arguments.flag("--tenant")) {
            coppice.exports().tenant(target);
        } else {
            coppice.exports().namespace(target);
        }
    }
}
