package dev.coppice.imports;

import dev.coppice.Problem;
import dev.coppice.agent.AgentSpec;
import dev.coppice.agent.BlockSpec;
import dev.coppice.fuzz.Refusals;
import dev.coppice.json.Utf8;
import dev.coppice.session.NewSession;
import dev.coppice.session.SessionName;
import java.io.ByteArrayInputStream;

/** Reads the lines of an import as a dry run does, for fuzzing. */
public final class ImportParsing {
    private static final int MAX_LINE = 1 << 16;
    private static final int MAX_MESSAGES = 1000;

    /** The lines of the current session; null before the first one. */
    private SessionLines session;

    private ImportParsing() {}

    /** Reads a file, and each line as its kind and as lines of other kinds. A line may be refused, a file as well. */
    public static void parse(byte[] file) {
        var parsing = new ImportParsing();
        var reader = new LineReader(new ByteArrayInputStream(file), MAX_LINE, 1L << 20);
        for (var bytes = reader.next(); bytes != null; bytes = reader.next()) {
            try {
                var line = Line.of(bytes);
                Refusals.each(() -> parsing.read(line), () -> members(line));
            } catch (Problem refused) {
                // A damaged line: the import continues with the next one.
            }
        }
    }

    private void read(Line line) {
        switch (line.kind()) {
            case "agent" -> AgentSpec.read(new ObjectJson(line.members()).toBytes(), line.text("name"));
            case "session" -> begin(line);
            default -> {
                if (session != null && session.read(line)) {
                    session = null;
                }
            }
        }
    }

    private void begin(Line line) {
        var copied = Records.session(line);
        NewSession.copyOf(copied);
        var name = SessionName.of("t", copied.namespace(), copied.id());
        session = new SessionLines(new EmptyTarget(), new ImportReport(true), name, copied, MAX_MESSAGES);
    }

    /** Reads members of all types. The server asks for known kinds and names only, so that a refusal can name them. */
    private static void members(Line line) {
        for (var name : line.members().keySet()) {
            if (Utf8.hasLoneSurrogate(line.kind() + ' ' + name)) {
                continue;
            }
            Refusals.each(
                    () -> line.text(name),
                    () -> line.textOrNull(name),
                    () -> line.number(name, 0, 9),
                    () -> line.flag(name),
                    () -> line.timeOrNull(name),
                    () -> line.inside(name).json(name),
                    () -> BlockSpec.of(line.json(name)));
        }
    }
}
