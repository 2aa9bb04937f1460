package dev.coppice.background;

/**
 * Purges rows of one kind that clients can no longer see, in small steps. The {@link Sweeper} finds and runs every bean
 * of this type. An EJB that is also injected by its class must declare both views: {@code @Local(SweepTask.class)} and
 * {@code @LocalBean}.
 */
public interface SweepTask {
    /**
     * Returns the name of the data that the task removes, for the log. Tasks with the same lease run in the order of
     * their names.
     */
    String name();

    /**
     * Returns the lease under which the task runs: the name of a row of the table {@code lease}, which a migration
     * inserts. Tasks with the same lease never run at the same time, on any node; tasks with different leases may.
     */
    String lease();

    /**
     * Removes one batch of rows in the caller's transaction, which should take about ten milliseconds.
     *
     * @return true when there may be more rows to remove
     */
    boolean step();
}
