package dev.coppice.boot;

import java.sql.SQLException;
import java.util.Set;

/** Recognizes exceptions about a full disk. The log shows these on one line. Pure. */
final class FullDisk {
    /** The operating system's text, which errors of databases quote. */
    private static final String NO_SPACE = "No space left on device";

    /** MariaDB's error codes for a full disk and for a full table. */
    private static final Set<Integer> CODES = Set.of(1021, 1114);

    /** PostgreSQL's SQL state for a full disk ({@code disk_full}). */
    private static final String STATE = "53100";

    /** Class name of the exception that Lucene throws after a write has failed, until its writer is opened again. */
    private static final String CLOSED_WRITER = "org.apache.lucene.store.AlreadyClosedException";

    private FullDisk() {}

    /** True if an exception, or one of those that {@link Causes} lists for it, says that a disk is full. */
    static boolean isIn(Throwable failure) {
        return Causes.of(failure).stream().anyMatch(FullDisk::isFull);
    }

    private static boolean isFull(Throwable failure) {
        return String.valueOf(failure.getMessage()).contains(NO_SPACE)
                || failure.getClass().getName().equals(CLOSED_WRITER)
                || failure instanceof SQLException sql
                        && (CODES.contains(sql.getErrorCode()) || STATE.equals(sql.getSQLState()));
    }
}
