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
import java.util.function.Consumer;

/**
 * Erases users, session by session, each in a transaction of its own: however much there is, nobody waits for long, and an
 * erasure that was interrupted is finished by another one.
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
     * Erases all that there is of a user in the tenant: sessions of all namespaces with everything that they have, the
     * profile, and what the sessions shared. Also what is made meanwhile: it ends when nothing is left. It is absent at once;
     * rows and documents of the index go in bounded steps afterwards. A user of whom there is nothing is erased already.
     * Fails as a delete of a session does, for example with 503 {@code busy}; what was erased until then stays erased.
     */
    public ErasureReceipt erase(UserName user) {
        var tally = new ErasureCount();
        long before;
        do {
            before = tally.of(Kind.SESSIONS);
            eraseSessions(user, tally);
            // Behind the sessions: as long as there is one, it may write the profile and the blocks again.
            within(user.key(), tally, counted -> {
                counted.add(Kind.PROFILES, profiles.erase(user) ? 1 : 0);
                tenants.find(user.tenant()).ifPresent(tenant -> contexts.erase(tenant, user.id(), counted));
                idempotencyStore.forget(user.key());
            });
        } while (tally.of(Kind.SESSIONS) > before);
        return new ErasureReceipt(tally);
    }

    private void eraseSessions(UserName user, ErasureCount tally) {
        var filter = SessionFilter.ofUser(user.id());
        String cursor = null;
        do {
            // May be empty and go on, behind many sessions that have expired.
            var page = lists.list(user.tenant(), filter, PAGE, cursor);
            for (var session : page.items()) {
                var name = new SessionName(user.tenant(), session.namespace(), session.id());
                within(name.key(), tally, counted -> erase(user, name, counted));
            }
            cursor = page.nextCursor();
        } while (cursor != null);
    }

    /** By now the session may be gone, or another user's. */
    private void erase(UserName user, SessionName name, ErasureCount tally) {
        sessions.lockIfThere(name)
                .filter(session -> user.id().equals(session.userId()))
                .ifPresent(session -> {
                    tally.add(Kind.SESSIONS, 1);
                    tally.add(Kind.MESSAGES, session.messageCount());
                    tally.add(Kind.INDEX_ENTRIES, session.messageCount());
                    tally.add(Kind.SUMMARIES, summaries.of(session).isPresent() ? 1 : 0);
                    erasing.fire(new SessionErasing(session, tally));
                    sessions.delete(name, Precondition.NONE);
                });
    }

    /** In a transaction, which is tried again when it was another one's victim: only what has come to pass is counted. */
    private void within(String key, ErasureCount tally, Consumer<ErasureCount> work) {
        var last = new ErasureCount[1];
        transactionRetry.run(IdempotentRequest.of(key), () -> {
            last[0] = new ErasureCount();
            work.accept(last[0]);
            return Answer.empty();
        });
        tally.addAll(last[0]);
    }
}
