package dev.coppice.background;

/**
 * Deletes rows of one kind that clients can no longer see, in small steps. The {@link Sweeper} calls every bean of this
 * type. If another class injects an EJB of this type by its class, the EJB must declare both views:
 * {@code @Local(SweepTask.class)} and {@code @LocalBean}.
 */
public interface SweepTask {
    /**
     * Returns the name of the data that the task deletes, for the log. Tasks with the same lease run one after the
     * other, in the order of their names.
     */
    String name();

    /**
     * Returns the name of the task's lease. A lease is a row of the table {@code lease}, which a migration must insert.
     * Tasks with the same lease never run at the same time, not even on different nodes. Tasks with different leases
     * may run at the same time.
     */
    String lease();

    /**
     * Describes the rows for which the task is due now. If at least one such row exists, the {@link Sweeper} runs the
     * task.
     */
    Due due();

    /**
     * Removes one batch of rows in the current transaction. A step should take about ten milliseconds.
     *
     * @return true if there may be more rows to remove
     */
    boolean step();

    /**
     * Describes the rows for which a task is due.
     *
     * @param rows an HQL entity name with alias and condition, for example {@code Tree t where t.purgeAt > 0}. Each
     *     sweep checks the condition, so a database index should make it fast. It may compare a time with the query
     *     parameter {@code :until}, as in {@code e.createdAt < :until}
     * @param until the time to use as {@code :until}, in milliseconds since the epoch; ignored if {@code rows} does not
     *     contain {@code :until}
     */
    record Due(String rows, long until) {
        /** Describes rows by a condition without the parameter {@code :until}. */
        public Due(String rows) {
            this(rows, 0);
        }
    }
}
