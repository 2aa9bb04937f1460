package dev.coppice.run;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.EnumSet;
import java.util.Set;

/**
 * Selects runs for a list. Throws 422 {@code invalid-id} if an id is invalid.
 *
 * @param statuses the statuses of the runs; at least one
 * @param agentId agent of the runs, or null for any
 * @param runId id of the runs, or null for any; runs of different sessions may have the same id
 */
public record RunFilter(Set<RunStatus> statuses, String agentId, String runId) {
    public RunFilter {
        Ids.checkOrNull(agentId, "agentId");
        Ids.checkOrNull(runId, "runId");
    }

    /**
     * Creates a filter from the query parameters of a request. Throws 400 {@code malformed} for an unknown status, 422
     * {@code invalid-id} if an id is invalid.
     *
     * @param status name of a status; {@code resumable} for paused, cancelled and failed runs
     *     ({@link RunStatus#RESUMABLE}); null for all
     * @param agentId agent of the runs, or null for any
     * @param runId id of the runs, or null for any
     */
    public static RunFilter of(String status, String agentId, String runId) {
        return new RunFilter(statuses(status), agentId, runId);
    }

    private static Set<RunStatus> statuses(String word) {
        if (word == null) {
            return EnumSet.allOf(RunStatus.class);
        }
        if (word.equals("resumable")) {
            return RunStatus.RESUMABLE;
        }
        return RunStatus.of(word)
                .map(Set::of)
                .orElseThrow(() -> Problem.at(
                        "status",
                        Code.MALFORMED,
                        "status must be running, paused, error, cancelled, completed or resumable."));
    }
}
