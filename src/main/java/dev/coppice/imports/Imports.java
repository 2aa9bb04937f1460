package dev.coppice.imports;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.agent.AgentSpec;
import dev.coppice.imports.ImportReport.Count;
import dev.coppice.session.SessionImports.Begun;
import dev.coppice.session.SessionName;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import java.io.InputStream;

/**
 * Imports one file: reads it line by line and writes what the lines contain to an {@link ImportTarget}. A line that is
 * not valid is reported. What was already imported of the session of this line is then removed, and the import
 * continues with the next session. Of a session that exists already, it imports only the contents of blocks that the
 * session shares with others: the file contains them once, and later sessions need them. Each object imports one file;
 * not thread-safe.
 */
@RequestScoped
public class Imports {
    /**
     * Maximum size of a line, as a multiple of the maximum size of a message. A line contains one stored value and a
     * little JSON around it. In JSON, one byte of the value may take six bytes, for example if it is an escaped control
     * character.
     */
    private static final int LINE_FACTOR = 8;

    private static final int STATUS_OF_SERVER_ERRORS = 500;
    private static final int VERSION = 1;

    @Inject
    private Settings settings;

    @Inject
    private ImportSettings importSettings;

    @Inject
    private DatabaseTarget database;

    @Inject
    private DryTarget dryTarget;

    private ImportTarget target;
    private ImportReport report;
    private LineReader lines;
    private String tenant;
    private String namespace;
    private Place place = Place.OUTSIDE;

    /** The session of the current lines. Null, except in the places {@code IMPORTED} and {@code EXISTING}. */
    private SessionLines session;

    /** Where the current line is. */
    private enum Place {
        /** Between two sessions. */
        OUTSIDE,
        /** In a session that is imported. */
        IMPORTED,
        /** In a session that exists already: only shared contents of blocks are imported. */
        EXISTING,
        /** In a session that was damaged: nothing is imported. */
        SKIPPED
    }

    /**
     * Prepares an import; {@link #run} executes it.
     *
     * @param tenant name of the tenant that the sessions get
     * @param namespace namespace that all sessions get; null to keep the namespace of each session
     * @param dryRun true to check the file and write nothing
     * @param stream the file
     */
    void begin(String tenant, String namespace, boolean dryRun, InputStream stream) {
        this.tenant = tenant;
        this.namespace = namespace;
        this.target = dryRun ? dryTarget : database;
        this.report = new ImportReport(dryRun);
        int maxLine = (int) Math.min((long) LINE_FACTOR * settings.messageMaxBytes(), Integer.MAX_VALUE - 16);
        this.lines = new LineReader(stream, maxLine, importSettings.maxBytes());
    }

    /**
     * Imports the file that was passed to {@link #begin}, and returns the report. Throws 422 {@code invalid} if the
     * first line is not the first line of an export, 413 {@code too-large} if the file or its first line is too large,
     * 429 {@code rate-limited} if the tenant has used up its quota, and problems of the server, for example 503
     * {@code busy}. Throws {@code UncheckedIOException} if the file cannot be read. What was imported before such an
     * error stays. Other problems are not thrown but reported.
     *
     * @param progress called after each line except the first
     */
    ImportReport run(Runnable progress) {
        readHeader();
        for (var json = nextLine(); json != null; json = nextLine()) {
            if (json.length > 0) {
                read(json);
            }
            report.read(lines.number(), lines.bytes());
            progress.run();
        }
        return report;
    }

    ImportReport report() {
        return report;
    }

    private void readHeader() {
        var json = lines.next();
        report.read(lines.number(), lines.bytes());
        try {
            var header = Line.of(json == null ? new byte[0] : json);
            if (header.kind().equals("export") && header.number("version", 1, Long.MAX_VALUE) <= VERSION) {
                return;
            }
        } catch (Problem problem) {
            throw notAnExport();
        }
        throw notAnExport();
    }

    private static Problem notAnExport() {
        return new Problem(
                Code.INVALID, "The first line must be {\"export\":{\"version\":" + VERSION + "}}, as in an export.");
    }

    /**
     * Returns the bytes of the next line; null at the end of the file. If the line is too long, reports this and
     * returns an empty line. Throws 413 {@code too-large} if the file is too large, 429 {@code rate-limited} if the
     * tenant has used up its quota.
     */
    private byte[] nextLine() {
        try {
            return lines.next();
        } catch (LineReader.FileTooLarge e) {
            throw e;
        } catch (Problem problem) {
            if (problem.code() == Code.RATE_LIMITED) {
                throw problem;
            }
            damaged(problem);
            return new byte[0];
        }
    }

    private void read(byte[] json) {
        try {
            read(Line.of(json));
        } catch (Problem problem) {
            if (problem.code().status() >= STATUS_OF_SERVER_ERRORS) {
                throw problem;
            }
            damaged(problem);
        }
    }

    private void read(Line line) {
        switch (line.kind()) {
            case "agent" -> {
                leave();
                var spec = AgentSpec.read(new ObjectJson(line.members()).toBytes(), line.text("name"));
                report.add(Count.AGENTS, target.agent(tenant, spec) ? 1 : 0);
            }
            case "profile" -> {
                leave();
                boolean inserted = target.profile(tenant, line.text("userId"), line.json("profile"));
                report.add(Count.PROFILES, inserted ? 1 : 0);
            }
            case "session" -> {
                leave();
                begin(line);
            }
            case "complete" -> {
                leave();
                report.complete();
            }
            default -> readInSession(line);
        }
    }

    private void begin(Line line) {
        enter(Place.SKIPPED, null);
        try {
            var copied = Records.session(line);
            var name = SessionName.of(tenant, namespace == null ? copied.namespace() : namespace, copied.id());
            boolean exists = target.begin(name, copied) == Begun.EXISTS;
            report.add(Count.EXISTING, exists ? 1 : 0);
            enter(
                    exists ? Place.EXISTING : Place.IMPORTED,
                    new SessionLines(target, report, name, copied, settings.appendMaxMessages()));
        } catch (Problem problem) {
            report.add(Count.DAMAGED, 1);
            throw problem;
        }
    }

    private void enter(Place newPlace, SessionLines newSession) {
        place = newPlace;
        session = newSession;
    }

    private void readInSession(Line line) {
        boolean ends =
                switch (place) {
                    case OUTSIDE -> throw new Problem(
                            Code.INVALID, "The line belongs to no session, or its kind is unknown.");
                    case IMPORTED -> session.read(line);
                    case EXISTING -> {
                        if (SessionLines.isShared(line)) {
                            session.read(line);
                        }
                        yield line.kind().equals("end");
                    }
                    case SKIPPED -> line.kind().equals("end");
                };
        if (ends) {
            enter(Place.OUTSIDE, null);
        }
    }

    /**
     * Ends the session to which the lines so far belonged, because the current line belongs to no session or begins
     * another one. If the session had no line {@code end}, reports this and removes what was imported of the session.
     * Usually such a session was deleted while it was being exported.
     */
    private void leave() {
        if (place == Place.IMPORTED) {
            damaged(new Problem(Code.INVALID, "The session before this line has no line `end`."));
        }
        enter(Place.OUTSIDE, null);
    }

    private void damaged(Problem problem) {
        report.damaged(lines.number(), session == null ? null : session.name().id(), problem);
        if (place == Place.IMPORTED) {
            target.discard(session.name());
            report.add(Count.DAMAGED, 1);
        }
        if (session != null) {
            enter(Place.SKIPPED, null);
        }
    }
}
