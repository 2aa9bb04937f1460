package dev.coppice.run;

import java.util.stream.Collectors;

/**
 * Builds the SQL query for the newest runs of a list. For each status in the filter, the query reads one range of a
 * database index. All ranges are read with one statement: if a run's status changes at the same time, the run is still
 * found exactly once.
 */
final class RunQuery {
    private static final String COLUMNS =
            "id, session_pk, run_id, agent_id, status, waits_for, input_tokens, output_tokens, cached_tokens,"
                    + " reasoning_tokens, cost, version, created_at, updated_at";

    private RunQuery() {}

    /**
     * Returns the SQL query for the newest rows of the table {@code run} that match the filter, the highest database id
     * first. The query has these parameters: {@code scope}, the value of {@code column}; {@code before}, a database id:
     * only rows with lower ids are selected; {@code run} and {@code agent}, the ids in the filter, if the filter has
     * them.
     *
     * @param column name of the column that must equal {@code scope}: {@code session_pk}, {@code namespace_id} or
     *     {@code tenant_id}
     * @param limit maximum number of rows, inclusive
     */
    static String newest(String column, RunFilter filter, int limit) {
        var end = " limit " + limit;
        var ranges = filter.statuses().stream()
                .map(status -> range(column, filter, status) + end)
                .toList();
        return ranges.size() == 1
                ? ranges.get(0)
                : ranges.stream().collect(Collectors.joining(") union all (", "(", ") order by id desc" + end));
    }

    private static String range(String column, RunFilter filter, RunStatus status) {
        var where = column + " = :scope";
        var order = column;
        if (filter.runId() != null) {
            where += " and run_id = :run";
            order += ", run_id";
        }
        if (filter.agentId() != null) {
            where += " and agent_id = :agent";
            order += filter.runId() == null ? ", agent_id" : "";
        }
        return "select " + COLUMNS + " from run where " + where + " and status = '" + status.word()
                + "' and id < :before order by " + order + ", status, id desc";
    }
}
