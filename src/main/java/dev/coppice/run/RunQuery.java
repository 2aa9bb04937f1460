package dev.coppice.run;

import java.util.stream.Collectors;

/**
 * Builds the SQL that finds the newest runs before a row. The runs of each status are one range of an index. One
 * statement unites these ranges, so that a run that changes its status meanwhile is found once. At most {@code limit}
 * rows of each status are read. Pure.
 */
final class RunQuery {
    private static final String COLUMNS =
            "id, session_pk, run_id, agent_id, status, input_tokens, output_tokens, cached_tokens, reasoning_tokens,"
                    + " cost, version, created_at, updated_at";

    private RunQuery() {}

    /**
     * Returns SQL with the parameters {@code scope} and {@code before} (a row id), and with {@code run} and
     * {@code agent} if the filter contains these ids.
     *
     * @param column the column that is compared with {@code scope}
     * @param limit maximum number of rows per status
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
