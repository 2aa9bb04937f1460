package dev.coppice.imports;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.Problem;
import dev.coppice.json.JsonBody;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What an import has done so far, or what it would do in a dry run: how much it has inserted, and which lines are
 * wrong. The report lists the first 100 of these lines, and counts the others. After a wrong line, the other lines of
 * its session are skipped, and neither listed nor counted. Not thread-safe.
 */
final class ImportReport implements JsonBody {
    private static final int MAX_ERRORS = 100;

    /**
     * What an import counts. In JSON, a count has the name of its constant in lower case, such as {@code imported}. The
     * counts of sessions are in the object {@code sessions}, the counts of what was inserted in the object
     * {@code inserted}.
     */
    enum Count {
        IMPORTED("sessions"),
        EXISTING("sessions"),
        DAMAGED("sessions"),
        MESSAGES("inserted"),
        COMPACTIONS("inserted"),
        VALUES("inserted"),
        RUNS("inserted"),
        BLOCKS("inserted"),
        AGENTS("inserted"),
        PROFILES("inserted");

        private final String group;

        Count(String group) {
            this.group = group;
        }
    }

    private record Damage(long line, String session, Problem problem) {
        /** Returns the message without the parser's number of the line, which is 1 in every line of the file. */
        String detail() {
            return problem.getMessage().replace(", at line 1, column ", ", at column ");
        }
    }

    private final boolean dryRun;
    private final Map<Count, Long> counts = new EnumMap<>(Count.class);
    private final List<Damage> errors = new ArrayList<>();
    private long omitted;
    private long lines;
    private long bytes;
    private boolean complete;

    ImportReport(boolean dryRun) {
        this.dryRun = dryRun;
    }

    void add(Count what, long count) {
        counts.merge(what, count, Long::sum);
    }

    /**
     * Adds a line that could not be imported to the list. If the list has 100 lines already, only counts the line.
     *
     * @param line number of the line, from 1
     * @param session id of the session to which the line belongs; null if it belongs to none
     * @param problem why the line could not be imported
     */
    void damaged(long line, String session, Problem problem) {
        if (errors.size() < MAX_ERRORS) {
            errors.add(new Damage(line, session, problem));
        } else {
            omitted++;
        }
    }

    /** Records how many lines and bytes of the file were read so far. */
    void read(long lineNumber, long byteCount) {
        lines = lineNumber;
        bytes = byteCount;
    }

    /**
     * Records that the line {@code complete} was read, which is the last line of an export. It is missing if the file
     * was cut off.
     */
    void complete() {
        complete = true;
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeBooleanField("dryRun", dryRun);
        out.writeBooleanField("complete", complete);
        writeProgress(out);
        out.writeArrayFieldStart("errors");
        for (var error : errors) {
            write(out, error);
        }
        out.writeEndArray();
        out.writeNumberField("omittedErrors", omitted);
        out.writeEndObject();
    }

    /** Returns the counts so far, without the list of errors, for a client that watches the progress of the import. */
    JsonBody progress() {
        return out -> {
            out.writeStartObject();
            writeProgress(out);
            out.writeEndObject();
        };
    }

    private void writeProgress(JsonGenerator out) throws IOException {
        out.writeNumberField("lines", lines);
        out.writeNumberField("bytes", bytes);
        for (var group : List.of("sessions", "inserted")) {
            out.writeObjectFieldStart(group);
            for (var count : Count.values()) {
                if (count.group.equals(group)) {
                    out.writeNumberField(count.name().toLowerCase(Locale.ROOT), counts.getOrDefault(count, 0L));
                }
            }
            out.writeEndObject();
        }
    }

    private static void write(JsonGenerator out, Damage error) throws IOException {
        out.writeStartObject();
        out.writeNumberField("line", error.line());
        out.writeStringField("sessionId", error.session());
        out.writeStringField("code", error.problem().code().code());
        out.writeStringField("detail", error.detail());
        var parts = error.problem().errors();
        out.writeStringField("pointer", parts.isEmpty() ? null : parts.get(0).pointer());
        out.writeEndObject();
    }
}
