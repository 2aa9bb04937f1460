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

/**
 * Stores the answers to requests under their idempotency keys, so that a repeated request gets the stored answer and
 * changes nothing. Also deletes stored answers that are older than {@code coppice.idempotency.keep}, as a
 * {@link SweepTask}.
 */
@Stateless
@Local(SweepTask.class)
@LocalBean
public class IdempotencyStore implements SweepTask {
    /**
     * Maximum number of stored answers that one step of the sweep deletes. The limit keeps the transaction of a step
     * short.
     */
    private static final int BATCH = 100;

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Settings settings;

    @Inject
    private SessionQueue sessionQueue;

    /**
     * Does the work of a writing request and returns its answer, in one transaction. First waits for earlier writers of
     * the same session. If the request has an idempotency key, stores the answer under the key. If an answer is already
     * stored under the key, returns that answer and does not do the work. An answer older than
     * {@code coppice.idempotency.keep} counts as absent.
     *
     * <p>Throws 422 {@code idempotency-mismatch} if the stored answer belongs to a different request. Throws 409
     * {@code busy} if a concurrent request with the same key takes longer than the database's lock timeout. Throws 503
     * {@code busy} if too many writers wait for the session. If a concurrent request with the same key commits first,
     * throws an exception after which the caller can repeat the transaction ({@link DatabaseErrors#isRetryable}).
     *
     * @param request the request, with or without an idempotency key
     * @param work changes the database in the transaction of this method, and returns the answer
     */
    public Answer once(IdempotentRequest request, Supplier<Answer> work) {
        if (request.session() != null) {
            sessionQueue.enter(request.session());
        }
        if (request.key() == null) {
            return work.get();
        }
        long now = DatabaseClock.now();
        var stored = em.find(StoredAnswer.class, request.key());
        if (stored != null
                && stored.isOlderThan(now - settings.idempotencyKeep().toMillis())) {
            em.remove(stored);
            em.flush();
            stored = null;
        }
        if (stored != null) {
            return repeated(stored, request);
        }
        var record = new StoredAnswer(request, now);
        claim(record);
        var answer = work.get();
        record.store(answer);
        return answer;
    }

    /**
     * Returns the answer that is stored under the request's idempotency key. Empty if the request has no key, if no
     * answer is stored, or if the answer is older than {@code coppice.idempotency.keep}. Throws 422
     * {@code idempotency-mismatch} if the answer belongs to a different request. Some requests do long work before
     * their transaction begins; they call this method first, so that a repeated request does not do the work again.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Optional<Answer> find(IdempotentRequest request) {
        var stored = request.key() == null ? null : em.find(StoredAnswer.class, request.key());
        long oldest = DatabaseClock.now() - settings.idempotencyKeep().toMillis();
        if (stored == null || stored.isOlderThan(oldest)) {
            return Optional.empty();
        }
        return Optional.of(repeated(stored, request));
    }

    /**
     * Returns the stored answer with the additional header {@code Idempotency-Replayed: true}. Throws 422
     * {@code idempotency-mismatch} if the answer belongs to a different request.
     */
    private static Answer repeated(StoredAnswer stored, IdempotentRequest request) {
        if (!stored.answers(request)) {
            throw new Problem(
                    Code.IDEMPOTENCY_MISMATCH,
                    "The idempotency key was already used with another body or query. Use a new key.");
        }
        return stored.answer().with(Answer.REPLAYED, "true");
    }

    /**
     * Reserves an idempotency key by inserting a row that has no answer yet. If a concurrent request has inserted a row
     * with this key, the database waits for the end of that request's transaction. If that transaction commits, this
     * insert fails because of a duplicate key. {@link TransactionRetry} then repeats this request, which finds the
     * stored answer. Throws 409 {@code busy} if the wait exceeds the database's lock timeout.
     *
     * @param record the row, without an answer
     */
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
                    ? new Problem(Code.IN_PROGRESS, "A request with this idempotency key is in progress; retry later.")
                    : e;
        }
    }

    /**
     * Deletes the stored answers of a session that is being deleted, or of a user who is being erased. Keeps rows
     * without an answer, because their requests are still in progress. For example, a request may delete an expired
     * session in order to create a new one with the same name; the row of that request must stay.
     *
     * @param session key of the session or user, see {@link IdempotentRequest#owner}
     */
    public void removeOf(String session) {
        em.createQuery("delete from StoredAnswer c where c.session = :session and c.status > 0")
                .setParameter("session", StoredAnswer.hash(session))
                .executeUpdate();
    }

    /**
     * Deletes stored answers that are older than {@code coppice.idempotency.keep}, at most {@link #BATCH}. Returns the
     * number of deleted answers.
     */
    private int removeOld() {
        var old = due();
        var keys = em.createQuery("select c.key from " + old.rows(), byte[].class)
                .setParameter("until", old.until())
                .setMaxResults(BATCH)
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
    public Due due() {
        long until = DatabaseClock.now() - settings.idempotencyKeep().toMillis();
        return new Due("StoredAnswer c where c.createdAt < :until", until);
    }

    @Override
    public boolean step() {
        return removeOld() == BATCH;
    }
}
