package dev.coppice.boot;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.jboss.logmanager.ExtLogRecord;

/**
 * Formats the lines of the log: as text without colors or, with {@code coppice.log.format=json}, as one JSON object per
 * line. Each line has the ids of the request and of the trace for which it was written, if there are any. Line breaks
 * and other control characters of a message are escaped, so that a text of a client cannot look like a line of the log.
 * In the text format, the lines of a stack trace begin with a tab. An exception about a lost connection of the
 * database, or a full disk, is one line, without its stack trace. Messages of database errors have no values
 * ({@link SqlMessages}). Thread-safe.
 */
public final class LogFormatter extends Formatter {
    private static final String REQUEST_ID = "requestId";
    private static final String TRACEPARENT = "traceparent";

    private static final DateTimeFormatter LOCAL =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS").withZone(ZoneId.systemDefault());
    private static final DateTimeFormatter ISO =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private final boolean isJson;

    /** Creates the formatter for the setting {@code coppice.log.format}. The server calls this constructor. */
    public LogFormatter() {
        this(ServerSetting.of("coppice.log.format")
                .filter("json"::equalsIgnoreCase)
                .isPresent());
    }

    LogFormatter(boolean isJson) {
        this.isJson = isJson;
    }

    @Override
    public String format(LogRecord plain) {
        var record = ExtLogRecord.wrap(plain);
        return isJson ? json(record) : text(record);
    }

    private static String text(ExtLogRecord record) {
        var line = new StringBuilder(160)
                .append(LOCAL.format(record.getInstant()))
                .append(' ')
                .append(String.format("%-5s", level(record)))
                .append(" [")
                .append(record.getLoggerName())
                .append("] (")
                .append(record.getThreadName())
                .append(") ");
        var request = record.getMdc(REQUEST_ID);
        if (request != null) {
            line.append("request ").append(request).append(": ");
        }
        var trace = record.getMdc(TRACEPARENT);
        if (trace != null) {
            line.append("trace ").append(traceId(trace)).append(": ");
        }
        line.append(ControlCharacters.escape(record.getFormattedMessage()));
        var failure = failure(record);
        if (!failure.isEmpty()) {
            line.append(": ").append(ControlCharacters.escapeTrace(failure));
        }
        return line.append('\n').toString();
    }

    /** Returns the id of the trace in a {@code traceparent}: its second part. */
    private static String traceId(String traceparent) {
        var parts = traceparent.split("-", 3);
        return parts.length > 1 ? parts[1] : traceparent;
    }

    private static String json(ExtLogRecord record) {
        var line = new JsonLine()
                .member("timestamp", ISO.format(record.getInstant()))
                .member("level", level(record))
                .member("logger", record.getLoggerName())
                .member("thread", record.getThreadName())
                .member("message", record.getFormattedMessage());
        line.memberIfPresent(REQUEST_ID, record.getMdc(REQUEST_ID));
        line.memberIfPresent(TRACEPARENT, record.getMdc(TRACEPARENT));
        var failure = failure(record);
        return line.memberIfPresent("exception", failure.isEmpty() ? null : failure)
                .end();
    }

    /** Returns the exception of a line as a text, normally with its stack trace; empty if the line has none. */
    private static String failure(LogRecord record) {
        var thrown = record.getThrown();
        if (thrown == null) {
            return "";
        }
        if (LostConnection.isIn(thrown) || FullDisk.isIn(thrown)) {
            return SqlMessages.withoutValues(LostConnection.oneLine(thrown), thrown);
        }
        var trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        return SqlMessages.withoutValues(trace.toString().stripTrailing(), thrown);
    }

    /**
     * Returns the level of a line by the name that WildFly uses, such as {@code WARN}. Libraries also use the levels of
     * java.util.logging, such as {@code WARNING}.
     */
    private static String level(LogRecord record) {
        int level = record.getLevel().intValue();
        if (level >= Level.SEVERE.intValue()) {
            return "ERROR";
        }
        if (level >= Level.WARNING.intValue()) {
            return "WARN";
        }
        if (level >= Level.INFO.intValue()) {
            return "INFO";
        }
        return level >= Level.FINE.intValue() ? "DEBUG" : "TRACE";
    }
}
