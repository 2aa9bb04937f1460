package dev.coppice.run;

import java.util.stream.Collectors;

/**
 * Builds the SQL for the newest runs before a row. Each status is one range of an index; one statement unites them, so that
 * a run that changes its status meanwhile is found once. Reads at most {@code limit} rows of each status, however many there
 * are. Pure.
 */
final class RunQuery {
    private static final String COLUMNS =
            "id, session_pk, run_id, agent_id, status, input_tokens, output_tokens, cached_tokens, reasoning_tokens,"
                    + " cost, version, created_at, updated_at";

    private RunQuery() {}

    /**
     * SQL with the parameters {@code scope} and {@code before}, and {@code run} and {@code agent} if the filter has them.
     *
     * @param column that {@code scope} restricts
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
