package dev.coppice.background;

/**
 * Deletes rows of one kind that clients can no longer see, in small steps. The {@link Sweeper} calls every bean of this
 * type. If an EJB of this type is also injected by its class, it must declare both views:
 * {@code @Local(SweepTask.class)} and {@code @LocalBean}.
 */
public interface SweepTask {
    /**
     * Returns the name of the data that the task deletes, for the log. Tasks with the same lease run one after the
     * other, in the order of their names.
     */
    String name();

    /**
     * Returns the name of the lease under which the task runs. A lease is a row of the table {@code lease}; a migration
     * must insert the row. Tasks with the same lease never run at the same time on any node. Tasks with different
     * leases may.
     */
    String lease();

    /** Returns the rows for which the task is due now. */
    Due due();

    /**
     * Removes one batch of rows in the caller's transaction. A step should take about ten milliseconds.
     *
     * @return true if there may be more rows to remove
     */
    boolean step();

    /**
     * The rows for which a task is due.
     *
     * @param rows an HQL entity name with alias and condition, for example {@code Tree t where t.purgeAt > 0}. Each
     *     sweep checks it, so a database index should make it fast. It may contain the parameter {@code :until}
     * @param until value of {@code :until}; ignored if {@code rows} does not contain it
     */
    record Due(String rows, long until) {
        /** Rows without a parameter. */
        public Due(String rows) {
            this(rows, 0);
        }
    }
}
