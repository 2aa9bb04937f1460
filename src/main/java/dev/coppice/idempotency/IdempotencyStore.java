package dev.coppice.idempotency;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.background.SweepTask;
import dev.coppice.db.DatabaseClock;
import dev.coppice.db.DatabaseErrors;
import dev.coppice.db.SessionQueue;
import jakarta.ejb.Local;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.PersistenceException;
import java.util.Optional;
import java.util.function.Supplier;

/** The transaction around a writing request: its place in the queue, its idempotency key, its work. */
@Stateless
@Local(SweepTask.class)
@LocalBean
public class IdempotencyStore implements SweepTask {
    /** Removed in one transaction of the sweep. */
    private static final int BATCH = 100;

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Settings settings;

    @Inject
    private SessionQueue turnstile;

    /** Does the work, or gives the answer that a call of this key was given within the last day. */
    public Answer once(IdempotentRequest call, Supplier<Answer> work) {
        if (call.session() != null) {
            turnstile.enter(call.session());
        }
        if (call.key() == null) {
            return work.get();
        }
        long now = DatabaseClock.now();
        var before = em.find(StoredAnswer.class, call.key());
        if (before != null
                && before.isOlderThan(now - settings.idempotencyKeep().toMillis())) {
            em.remove(before);
            em.flush();
            before = null;
        }
        if (before != null) {
            return replayed(before, call);
        }
        var record = new StoredAnswer(call, now);
        claim(record);
        var answer = work.get();
        record.answered(answer);
        return answer;
    }

    /** The answer that a call of this key was given within the last day, for work that has no transaction around it. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Optional<Answer> answered(IdempotentRequest call) {
        var before = call.key() == null ? null : em.find(StoredAnswer.class, call.key());
        long oldest = DatabaseClock.now() - settings.idempotencyKeep().toMillis();
        if (before == null || before.isOlderThan(oldest)) {
            return Optional.empty();
        }
        return Optional.of(replayed(before, call));
    }

    private static Answer replayed(StoredAnswer before, IdempotentRequest call) {
        if (!before.answers(call)) {
            throw new Problem(Code.IDEMPOTENCY_MISMATCH, "The key came with another body or query before.");
        }
        return before.answer().with(Answer.REPLAYED, "true");
    }

    /** Waits for a parallel call of the same key; the loser's next try finds the answer, a long wait is told. */
    private void claim(StoredAnswer record) {
        try {
            em.persist(record);
            em.flush();
        } catch (PersistenceException e) {
            if (DatabaseErrors.isRetryable(e)) {
                throw e;
            }
            var problem = DatabaseErrors.problem(e);
            throw problem != null && problem.code() == Code.OVERLOADED
                    ? new Problem(Code.BUSY, "A call with this key is being worked on.")
                    : e;
        }
    }

    /**
     * Forgets the answers that tell of a session, because it is being deleted; not the call under way that takes the name of
     * one that has expired, and has no answer yet.
     */
    public void forget(String session) {
        em.createQuery("delete from StoredAnswer c where c.session = :session and c.status > 0")
                .setParameter("session", StoredAnswer.sessionOf(session))
                .executeUpdate();
    }

    /** Forgets answers that are no longer given; at most {@code limit} a call. Returns how many went. */
    public int forgetOld(int limit) {
        long until = DatabaseClock.now() - settings.idempotencyKeep().toMillis();
        var keys = em.createQuery("select c.key from StoredAnswer c where c.createdAt < :until", byte[].class)
                .setParameter("until", until)
                .setMaxResults(limit)
                .getResultList();
        if (!keys.isEmpty()) {
            em.createQuery("delete from StoredAnswer c where c.key in :keys")
                    .setParameter("keys", keys)
                    .executeUpdate();
        }
        return keys.size();
    }

    @Override
    public String name() {
        return "idempotency keys";
    }

    @Override
    public String lease() {
        return "messages";
    }

    @Override
    public boolean step() {
        return forgetOld(BATCH) == BATCH;
    }
}
