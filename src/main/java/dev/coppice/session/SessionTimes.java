package dev.coppice.session;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.db.DatabaseClock;
import dev.coppice.json.Times;
import java.time.DateTimeException;
import java.time.Instant;

/**
 * The times that a session had in the system from which it is imported, in milliseconds since the epoch.
 *
 * @param createdAt time of the session's creation; null for the same time as {@code updatedAt}
 * @param updatedAt time of the last write before the import; null for the time of the import
 */
public record SessionTimes(Long createdAt, Long updatedAt) {
    /** The times of a session that is not imported: it is created now. */
    public static final SessionTimes NOW = new SessionTimes(null, null);

    /** Earliest time that every supported database and client can represent. */
    private static final long FIRST = Instant.parse("0001-01-01T00:00:00Z").toEpochMilli();

    /**
     * Maximum number of milliseconds by which the time of an imported session may be in the future. The clocks of two
     * systems differ, but seldom by more than a minute. A time in the future counts as the current time.
     */
    private static final long TOLERANCE_MILLIS = 60_000;

    /** Creates the times. Throws 422 {@code invalid} if the creation is later than the last write. */
    public SessionTimes {
        if (createdAt != null && updatedAt != null && createdAt > updatedAt) {
            throw Problem.at("/createdAt", Code.INVALID, "createdAt must not be later than updatedAt.");
        }
    }

    /**
     * Reads a time and returns it in milliseconds since the epoch. Throws 422 {@code invalid} if it is not a date with
     * a time of day in ISO-8601, or if it is before the year 1 or more than a minute in the future.
     *
     * @param text the time, such as {@code 2026-03-01T12:00:00.000Z}
     * @param pointer JSON pointer of the time in the request, for the error
     */
    static long read(String text, String pointer) {
        try {
            long time = Times.millis(text);
            if (time >= FIRST && time <= DatabaseClock.now() + TOLERANCE_MILLIS) {
                return time;
            }
        } catch (DateTimeException e) {
            throw Problem.at(pointer, Code.INVALID, "Send a time in ISO-8601, for example 2026-03-01T12:00:00.000Z.");
        }
        throw Problem.at(pointer, Code.INVALID, "The time must not be in the future, nor before the year 1.");
    }

    boolean isNow() {
        return createdAt == null && updatedAt == null;
    }

    /**
     * Returns the time of the last write with which the imported session is created: the earlier one of
     * {@link #updatedAt} and {@code now}. If {@link #updatedAt} is null, returns {@code now}.
     *
     * @param now the current time in milliseconds since the epoch
     */
    long lastWrite(long now) {
        return updatedAt == null ? now : Math.min(updatedAt, now);
    }

    /**
     * Returns the time of creation with which the imported session is created: the earlier one of {@link #createdAt}
     * and {@code now}. If {@link #createdAt} is null, returns the same time as {@link #lastWrite}.
     *
     * @param now the current time in milliseconds since the epoch
     */
    long creation(long now) {
        return createdAt == null ? lastWrite(now) : Math.min(createdAt, now);
    }
}
