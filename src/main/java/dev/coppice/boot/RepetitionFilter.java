package dev.coppice.boot;

import java.util.Map;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.logging.Filter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Pattern;

/**
 * Keeps an outage from filling the log. An outage is a lost connection of the database, or a full disk. Of similar
 * warnings and errors, the first five of a minute are logged; of lines about an outage, on any level, only the first
 * one. At the end of the minute one line says how many were left out. Lines are similar if they have the same logger
 * and the same text apart from numbers and hexadecimal ids. Those about an outage need only the same logger and the
 * same kind of outage, because an outage makes all background tasks fail. Those of classes that call outer services,
 * such as a model, need only the same logger: they name a session each. Other lines of Coppice itself are left out only
 * if they are about an outage: otherwise a warning may be the one to which an error response refers by an id.
 * Thread-safe.
 *
 * <p>All objects of this class share the counts. The server passes a log record to its handlers one after the other,
 * on the same thread. Each handler has an object of this class, and all of them must decide the same for a record.
 */
public final class RepetitionFilter implements Filter {
    private static final int ALLOWED = 5;
    private static final long WINDOW_MILLIS = TimeUnit.MINUTES.toMillis(1);

    /**
     * Maximum number of kinds of warnings that are counted in a minute, which limits the memory. Others are logged
     * without a limit.
     */
    private static final int MAX_KINDS = 1000;

    private static final int MAX_LENGTH = 200;
    private static final Pattern NUMBER = Pattern.compile("[0-9a-fA-F-]*[0-9][0-9a-fA-F-]*");
    private static final String OWN = "dev.coppice";

    /**
     * Loggers of Coppice that warn about failures of outer services: of the chat model and other summarizers, and of
     * the object store. No error response refers to their lines by an id.
     */
    static final Set<String> OUTER_SERVICES = Set.of(
            "dev.coppice.compaction.AutomaticCompaction",
            "dev.coppice.compaction.Summarizers",
            "dev.coppice.context.s3.ObjectStore",
            "dev.coppice.memory.Analyst",
            "dev.coppice.memory.AutomaticMemory");

    private static final Map<String, Kind> KINDS = new ConcurrentHashMap<>();
    private static final ThreadLocal<Decision> LAST = new ThreadLocal<>();

    /**
     * Logs the number of left out lines at the end of a minute; null until the first line is counted. The timer's
     * thread does not keep the JVM alive.
     */
    private static Timer timer;

    private final long window;

    /**
     * The decision about one record of the log.
     *
     * @param sequence sequence number of the record
     * @param isLogged true if the record is logged, false if it is left out
     */
    private record Decision(long sequence, boolean isLogged) {}

    /** Counts similar lines within a minute. */
    private static final class Kind {
        private final String logger;
        private final Level level;
        private final String text;
        private int lines;

        Kind(LogRecord record) {
            logger = record.getLoggerName();
            level = record.getLevel();
            var message = String.valueOf(record.getMessage());
            text = message.length() > MAX_LENGTH ? message.substring(0, MAX_LENGTH) + "…" : message;
        }

        /** Counts a line, and returns its number, from 1. */
        synchronized int next() {
            return ++lines;
        }

        /**
         * Logs how many lines were left out, if any were.
         *
         * @param allowed number of lines that were not left out
         */
        synchronized void report(int allowed) {
            if (lines <= allowed) {
                return;
            }
            Logger.getLogger(logger)
                    .log(
                            level,
                            "Lines like the following were left out within a minute: " + (lines - allowed) + ". "
                                    + text);
        }
    }

    /** Creates the filter, which counts lines per minute. The server calls this constructor. */
    public RepetitionFilter() {
        this(WINDOW_MILLIS);
    }

    /**
     * Creates a filter for tests.
     *
     * @param window time in milliseconds in which lines are counted, in place of a minute
     */
    RepetitionFilter(long window) {
        this.window = window;
    }

    @Override
    public boolean isLoggable(LogRecord record) {
        boolean isCounted =
                record.getLevel().intValue() >= Level.WARNING.intValue() || outage(record.getThrown()) != null;
        if (!isCounted || isReport(record)) {
            return true;
        }
        var last = LAST.get();
        if (last == null || last.sequence() != record.getSequenceNumber()) {
            last = new Decision(record.getSequenceNumber(), decide(record));
            LAST.set(last);
        }
        return last.isLogged();
    }

    private static boolean isReport(LogRecord record) {
        return record.getMessage() != null && record.getMessage().startsWith("Lines like the following were left out");
    }

    private boolean decide(LogRecord record) {
        var outage = outage(record.getThrown());
        var logger = String.valueOf(record.getLoggerName());
        boolean isOuter = OUTER_SERVICES.contains(logger);
        if (logger.startsWith(OWN) && outage == null && !isOuter) {
            return true;
        }
        int allowed = outage == null ? ALLOWED : 1;
        var text = outage;
        if (outage == null) {
            text = isOuter
                    ? ""
                    : NUMBER.matcher(String.valueOf(record.getMessage())).replaceAll("#");
        }
        var key = logger + ' ' + (outage != null) + ' ' + text;
        if (KINDS.size() >= MAX_KINDS && !KINDS.containsKey(key)) {
            return true;
        }
        int number = KINDS.computeIfAbsent(key, k -> begin(k, record, allowed)).next();
        return number <= allowed;
    }

    /** Returns a name for the outage that an exception is about; null if it is about none. */
    private static String outage(Throwable failure) {
        if (failure == null) {
            return null;
        }
        if (FullDisk.isIn(failure)) {
            return "full disk";
        }
        return LostConnection.isIn(failure) ? "lost" : null;
    }

    private Kind begin(String key, LogRecord record, int allowed) {
        var kind = new Kind(record);
        timer().schedule(
                        new TimerTask() {
                            @Override
                            public void run() {
                                KINDS.remove(key);
                                kind.report(allowed);
                            }
                        },
                        window);
        return kind;
    }

    private static synchronized Timer timer() {
        if (timer == null) {
            timer = new Timer("log repetitions", true);
        }
        return timer;
    }
}
