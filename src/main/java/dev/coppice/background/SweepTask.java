package dev.coppice.background;

/**
 * Rows that are absent for clients already and that the {@link Sweeper} removes in pieces. The sweeper finds every bean of
 * this type. An EJB that is also injected by its class names both views: {@code @Local(SweepTask.class)} and
 * {@code @LocalBean}.
 */
public interface SweepTask {
    /** What the task removes, for the log; tasks with the same lease run in the order of their names. */
    String name();

    /**
     * The name of a row of the table {@code lease}, which a migration inserts. Tasks with the same lease never run at the
     * same time, on any node; others do.
     */
    String lease();

    /**
     * Removes one piece within the transaction of the caller; a piece takes some ten milliseconds.
     *
     * @return true when there may be more
     */
    boolean step();
}
