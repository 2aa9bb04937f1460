package dev.coppice.inside;

import jakarta.persistence.EntityManager;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.hibernate.SessionFactory;
import org.hibernate.stat.Statistics;

/**
 * Counts the SQL statements of a call. Background tasks are counted too, so each call is made often and the lowest
 * count is taken.
 */
record StatementCost(Statistics statistics) {
    private static final int TIMES = 40;

    static StatementCost counting(EntityManager em) {
        var statistics =
                em.getEntityManagerFactory().unwrap(SessionFactory.class).getStatistics();
        statistics.setStatisticsEnabled(true);
        return new StatementCost(statistics);
    }

    long cheapest(ToLongFunction<Statistics> what, Runnable call) {
        return IntStream.range(0, TIMES)
                .mapToLong(i -> {
                    long before = what.applyAsLong(statistics);
                    call.run();
                    return what.applyAsLong(statistics) - before;
                })
                .min()
                .orElseThrow();
    }

    long statements(Runnable call) {
        return cheapest(Statistics::getPrepareStatementCount, call);
    }
}
