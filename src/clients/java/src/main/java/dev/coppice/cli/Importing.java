package dev.coppice.cli;

import dev.coppice.client.Coppice;
import dev.coppice.client.ImportReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The command {@code import}, which imports sessions from a file or from standard input. */
final class Importing {
    private final Coppice coppice;
    private final Arguments arguments;
    private final InputStream in;
    private final PrintStream out;
    private final PrintStream err;

    Importing(Coppice coppice, Arguments arguments, InputStream in, PrintStream out, PrintStream err) {
        this.coppice = coppice;
        this.arguments = arguments;
        this.in = in;
        this.out = out;
        this.err = err;
    }

    /**
     * Imports the file and prints a report. Returns true if the file was complete and the server has found no damaged
     * line in it.
     */
    boolean run() throws IOException {
        var name = arguments.word("file");
        var format = arguments.option("--report").orElse("text");
        if (!format.matches("text|json")) {
            throw new UsageException("--report is text or json, not " + format);
        }
        var file = name.equals("-") ? null : Path.of(name);
        var progress = new Progress(err, System.console() != null, file == null ? 0 : Files.size(file));
        var report = load(file, progress);
        progress.end();
        if (format.equals("json")) {
            out.println(report.json());
        } else {
            print(report, progress.seconds());
        }
        return report.complete() && report.errors().isEmpty();
    }

    private ImportReport load(Path file, Progress progress) throws IOException {
        var imports = coppice.imports().progress(progress::show);
        arguments.option("--namespace").ifPresent(imports::into);
        if (arguments.flag("--dry-run")) {
            imports.dryRun();
        }
        return file == null ? imports.stream(in) : imports.file(file);
    }

    private void print(ImportReport report, double seconds) {
        out.printf(
                Locale.ROOT,
                "%s%,d sessions imported, %,d existed, %,d damaged; %,d messages in %.1f s (%,.0f/s)%n",
                report.dryRun() ? "Dry run: " : "",
                report.imported(),
                report.existing(),
                report.damaged(),
                report.messages(),
                seconds,
                report.messages() / seconds);
        report.errors()
                .forEach(error -> out.println("line " + error.line()
                        + (error.sessionId() == null ? "" : ", session " + error.sessionId()) + ": " + error.code()
                        + ": " + error.detail()));
        if (report.omittedErrors() > 0) {
            out.printf(Locale.ROOT, "and %,d further damaged lines%n", report.omittedErrors());
        }
        if (!report.complete()) {
            out.println("The end of the file is missing.");
        }
    }
}
