package dev.coppice.run;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * How a run stands. Only {@link #COMPLETED} is an end: a run that waits, failed or was cancelled may be taken up again by
 * anybody, and whoever does so need not say that it runs before saying what became of it. So a run may become anything
 * until it is completed, and then nothing.
 */
public enum RunStatus {
    RUNNING,
    PAUSED,
    ERROR,
    CANCELLED,
    COMPLETED;

    /** Those that a process looks for in order to go on. */
    public static final Set<RunStatus> RESUMABLE = EnumSet.of(PAUSED, ERROR, CANCELLED);

    /** As it is said in JSON. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<RunStatus> of(String word) {
        return Arrays.stream(values())
                .filter(status -> status.word().equals(word))
                .findFirst();
    }

    /** True when nothing of the run may be saved otherwise any more. */
    boolean isFinal() {
        return this == COMPLETED;
    }
}
