package dev.coppice.background;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Finds the sweep tasks that have rows to remove. Uses one query for all tasks, so that a sweep of an idle node costs
 * one SQL statement. Stateless EJB.
 */
@Stateless
public class DueSweeps {
    private static final String UNTIL = ":until";

    @PersistenceContext
    private EntityManager em;

    /**
     * Returns those of the given tasks that are due: at least one row exists that {@link SweepTask#due} describes. The
     * returned set compares tasks by identity.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Set<SweepTask> among(List<SweepTask> tasks) {
        var rows = tasks.stream().map(SweepTask::due).toList();
        var checks = IntStream.range(0, tasks.size())
                .mapToObj(i ->
                        "case when exists (select 1 from " + named(rows.get(i).rows(), i) + ") then 1 else 0 end")
                .collect(Collectors.joining(", ", "select ", ""));
        var query = em.createQuery(checks, Object[].class);
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i).rows().contains(UNTIL)) {
                query.setParameter(named(UNTIL, i).substring(1), rows.get(i).until());
            }
        }
        var row = query.getSingleResult();
        var due = Collections.<SweepTask>newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < row.length; i++) {
            if (((Number) row[i]).intValue() == 1) {
                due.add(tasks.get(i));
            }
        }
        return due;
    }

    /**
     * Returns the condition of a task with its query parameter renamed, so that each task has its own parameter in the
     * common query.
     *
     * @param rows condition of the task, see {@link SweepTask.Due#rows}
     * @param task index of the task
     */
    private static String named(String rows, int task) {
        return rows.replace(UNTIL, UNTIL + task);
    }
}
