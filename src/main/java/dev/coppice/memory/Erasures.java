package dev.coppice.memory;

import dev.coppice.access.Tenants;
import dev.coppice.api.Precondition;
import dev.coppice.context.ContextPurge;
import dev.coppice.idempotency.Answer;
import dev.coppice.idempotency.IdempotencyStore;
import dev.coppice.idempotency.IdempotentRequest;
import dev.coppice.idempotency.TransactionRetry;
import dev.coppice.session.ErasureCount;
import dev.coppice.session.ErasureCount.Kind;
import dev.coppice.session.SessionErasing;
import dev.coppice.session.SessionFilter;
import dev.coppice.session.SessionLists;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Erases all data of users, session by session. Each session is erased in its own transaction, so that no lock is held
 * for long. To complete an interrupted erasure, call {@link #erase} again.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class Erasures {
    private static final int PAGE = 100;

    @Inject
    private SessionLists lists;

    @Inject
    private Sessions sessions;

    @Inject
    private Event<SessionErasing> erasing;

    @Inject
    private SessionSummaries summaries;

    @Inject
    private Profiles profiles;

    @Inject
    private ContextPurge contexts;

    @Inject
    private Tenants tenants;

    @Inject
    private IdempotencyStore idempotencyStore;

    @Inject
    private TransactionRetry transactionRetry;

    /**
     * Erases all data of a user in the tenant: the sessions in all namespaces, the profile, and the context blocks with
     * the scope {@code user}. Returns the numbers of erased objects. Repeats this until the user has no session left,
     * so that data written meanwhile is erased too. When the method returns, the data can no longer be read. Its rows
     * and index documents are purged later in small steps. Erasing a user without data succeeds. Throws 503
     * {@code busy} if too many writers use one of the sessions; what was erased before the error stays erased.
     */
    public ErasureReceipt erase(UserName user) {
        var counts = new ErasureCount();
        long before;
        do {
            before = counts.of(Kind.SESSIONS);
            eraseSessions(user, counts);
            // Only after the sessions, because a remaining session could write the profile and the blocks again.
            transact(user.key(), counts, counted -> {
                counted.add(Kind.PROFILES, profiles.erase(user) ? 1 : 0);
                tenants.find(user.tenant()).ifPresent(tenant -> contexts.erase(tenant, user.id(), counted));
                idempotencyStore.removeOf(user.key());
            });
        } while (counts.of(Kind.SESSIONS) > before);
        return new ErasureReceipt(counts);
    }

    private void eraseSessions(UserName user, ErasureCount counts) {
        var filter = SessionFilter.ofUser(user.id());
        String cursor = null;
        do {
            // A page may be empty and still have a cursor, if many sessions have expired.
            var page = lists.list(user.tenant(), filter, PAGE, cursor);
            for (var session : page.items()) {
                var name = new SessionName(user.tenant(), session.namespace(), session.id());
                transact(name.key(), counts, counted -> erase(user, name, counted));
            }
            cursor = page.nextCursor();
        } while (cursor != null);
    }

    /**
     * Erases a session. Adds to {@code counts} the session and its summary; observers of {@link SessionErasing} add the
     * rest. Does nothing if the session was deleted meanwhile or belongs to another user.
     */
    private void erase(UserName user, SessionName name, ErasureCount counts) {
        sessions.lockIfPresent(name)
                .filter(session -> user.id().equals(session.userId()))
                .ifPresent(session -> {
                    counts.add(Kind.SESSIONS, 1);
                    counts.add(Kind.SUMMARIES, summaries.of(session).isPresent() ? 1 : 0);
                    erasing.fire(new SessionErasing(session, counts));
                    sessions.delete(name, Precondition.NONE);
                });
    }

    /**
     * Runs {@code work} in a transaction, and again after a conflict with another transaction. Adds to {@code counts}
     * only what was committed.
     *
     * @param key key of the user or session; writers with the same key wait for each other
     * @param counts counts of the whole erasure
     * @param work receives the counts of this transaction, to which it adds
     */
    private void transact(String key, ErasureCount counts, Consumer<ErasureCount> work) {
        var committed = new AtomicReference<ErasureCount>();
        transactionRetry.run(IdempotentRequest.of(key), () -> {
            committed.set(new ErasureCount());
            work.accept(committed.get());
            return Answer.noContent();
        });
        counts.addAll(committed.get());
    }
}
