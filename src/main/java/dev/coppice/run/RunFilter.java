package dev.coppice.run;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.EnumSet;
import java.util.Set;

/**
 * Selects the runs of a list. An id that is null matches all runs.
 *
 * @param statuses the statuses of the runs; at least one
 */
public record RunFilter(Set<RunStatus> statuses, String agentId, String runId) {
    public RunFilter {
        Ids.checkOrNull(agentId, "agentId");
        Ids.checkOrNull(runId, "runId");
    }

    /**
     * Creates a filter from the query parameters of a request.
     *
     * @param status status of the runs, {@code resumable} for runs that can be resumed, or null for all; 400
     *     {@code malformed} for any other value
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
