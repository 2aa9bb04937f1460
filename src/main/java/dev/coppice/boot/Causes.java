package dev.coppice.boot;

import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Lists the exceptions of which a failure consists. Pure. */
final class Causes {
    /** Maximum number of exceptions that are listed. Real failures have far fewer. */
    private static final int MAX_CAUSES = 50;

    private Causes() {}

    /**
     * Returns the failure, its causes, and the exceptions that these suppress, each one once, the failure first. If the
     * database refuses a commit, the reason is a suppressed exception: the transaction manager throws an exception
     * whose causes do not name it.
     */
    static Set<Throwable> of(Throwable failure) {
        var found = new LinkedHashSet<Throwable>();
        var open = new ArrayDeque<Throwable>(List.of(failure));
        while (!open.isEmpty() && found.size() < MAX_CAUSES) {
            var next = open.poll();
            if (found.add(next)) {
                if (next.getCause() != null) {
                    open.add(next.getCause());
                }
                open.addAll(List.of(next.getSuppressed()));
            }
        }
        return found;
    }
}
