package dev.coppice.run;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The status of a run. After {@link #COMPLETED}, a run never changes; before that, every change of status is allowed. A
 * process that resumes a run need not save {@code running} first.
 */
public enum RunStatus {
    RUNNING,
    PAUSED,
    ERROR,
    CANCELLED,
    COMPLETED;

    /** The statuses of runs that a process may resume. */
    public static final Set<RunStatus> RESUMABLE = EnumSet.of(PAUSED, ERROR, CANCELLED);

    /** Returns the name of the status in JSON, for example {@code paused}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<RunStatus> of(String word) {
        return Arrays.stream(values())
                .filter(status -> status.word().equals(word))
                .findFirst();
    }

    /** True for {@link #COMPLETED}: no save can change the run any more. */
    boolean isFinal() {
        return this == COMPLETED;
    }
}
