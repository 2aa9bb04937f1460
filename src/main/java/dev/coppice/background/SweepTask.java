package dev.coppice.background;

/**
 * Purges rows of one kind that clients can no longer see, in small steps. The {@link Sweeper} runs every bean of this
 * type. An EJB that is also injected by its class must declare both views: {@code @Local(SweepTask.class)} and
 * {@code @LocalBean}.
 */
public interface SweepTask {
    /**
     * Returns the name of the data that the task removes, for the log. The tasks with the same lease run one after the
     * other, in the order of their names.
     */
    String name();

    /**
     * Returns the name of the lease under which the task runs: of a row of the table {@code lease}, which a migration
     * inserts. Tasks with the same lease never run at the same time, on any node; tasks with different leases may.
     */
    String lease();

    /**
     * Removes one batch of rows in the caller's transaction. A step should take about ten milliseconds.
     *
     * @return true if there may be more rows to remove
     */
    boolean step();
}
