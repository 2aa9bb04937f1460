package dev.coppice.memory;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.access.Tenants;
import dev.coppice.api.Precondition;
import dev.coppice.db.DatabaseClock;
import dev.coppice.db.Results;
import dev.coppice.db.SessionQueue;
import dev.coppice.json.MergePatch;
import dev.coppice.session.Session;
import dev.coppice.session.SessionCopied;
import dev.coppice.session.SessionDeleting;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.util.Optional;

/**
 * Reads and writes the profiles of users. A user has one profile for all sessions in all namespaces. Only this class
 * writes the profiles' rows. Users need no registration: a profile may be stored under any user name.
 */
@Stateless
public class Profiles {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Tenants tenants;

    @Inject
    private SessionQueue queue;

    @Inject
    private MemorySettings settings;

    /** Returns the current profile; throws 404 {@code profile-not-found} if the user has none. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public ProfileInfo get(UserName user) {
        return find(user).orElseThrow(Profiles::notFound);
    }

    /** Returns the current profile; empty if the user has none. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Optional<ProfileInfo> find(UserName user) {
        return tenants.find(user.tenant()).flatMap(tenant -> find(tenant, user.id()));
    }

    /** Returns the profile of a session's user; empty if the session has no user, or if the user has no profile. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Optional<ProfileInfo> of(Session session) {
        return session.userId() == null ? Optional.empty() : find(session.tenant(), session.userId());
    }

    private Optional<ProfileInfo> find(int tenant, String user) {
        return row(tenant, user, LockModeType.NONE).filter(Profile::isWritten).map(Profiles::info);
    }

    /**
     * The result of {@link #put}.
     *
     * @param profile the profile as stored now
     * @param created true if the user had no profile before
     */
    public record Put(ProfileInfo profile, boolean created) {}

    /**
     * Creates or replaces a profile. Throws 412 {@code stale-version} if {@code expected} is not met, 413
     * {@code too-large} if the profile has more than {@code coppice.profile.max-bytes}, 503 {@code busy} if too many
     * other writes of the profile wait or this one waits too long.
     *
     * @param json a JSON object
     * @param expected condition for the version of the profile, which is 0 if there is none
     */
    public Put put(UserName user, byte[] json, Precondition expected) {
        var row = lockOrInsert(user);
        boolean created = !row.isWritten();
        expected.checkOrAbsent(row.version());
        return new Put(write(row, json), created);
    }

    /**
     * Applies a JSON Merge Patch (RFC 7396) to a profile and returns the new profile. A null in the patch removes the
     * field. Throws 404 {@code profile-not-found} if the user has no profile, 412 {@code stale-version} if
     * {@code expected} is not met, 413 {@code too-large} if the new profile has more than
     * {@code coppice.profile.max-bytes}.
     *
     * @param patch the patch, a JSON object
     * @param expected condition for the version of the profile
     */
    public ProfileInfo patch(UserName user, byte[] patch, Precondition expected) {
        var row = lock(user);
        expected.check(row.version());
        return write(row, MergePatch.apply(row.body(), patch));
    }

    /**
     * Deletes a profile, and the fields that a model proposed for it. Throws 404 {@code profile-not-found} if the user
     * has no profile, 412 {@code stale-version} if {@code expected} is not met. If an analysis of the user is running,
     * the analysis then fails with 409 {@code busy} and stores nothing.
     *
     * @param expected condition for the version of the profile
     */
    public void delete(UserName user, Precondition expected) {
        var row = lock(user);
        expected.check(row.version());
        em.remove(row);
    }

    /**
     * Acquires the lease (exclusive permission) for analyzing a user, and returns it with the state of the profile. At
     * most one task on all nodes holds it. If the task's node crashes, the lease expires. Throws 409 {@code busy} if
     * another task holds it, 503 {@code busy} if too many writes of the profile wait or this call waits too long.
     */
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public AnalysisTask begin(UserName user) {
        var row = lockOrInsert(user);
        long until = DatabaseClock.now() + settings.lease().toMillis();
        if (!row.begin(until)) {
            throw new Problem(Code.IN_PROGRESS, "Another analysis of this user is running; retry later.");
        }
        return new AnalysisTask(row.id(), until, row.version(), row.body(), row.fields());
    }

    /**
     * Stores the result of an analysis and returns the new profile. Throws 409 {@code busy} if the profile was written
     * or deleted since the analysis began, or if another task has acquired the lease since. Throws 502
     * {@code summarizer-failed} if the result has more than {@code coppice.profile.max-bytes}.
     *
     * @param task the lease of the analysis
     * @param json the new profile
     * @param fields JSON Schema that a model proposed, to be stored with the profile; null to keep the stored one
     */
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public ProfileInfo store(AnalysisTask task, byte[] json, byte[] fields) {
        if (json.length > settings.maxBytes()) {
            throw new Problem(
                    Code.ANALYSIS_FAILED,
                    "The analysis made the profile longer than " + settings.maxBytes() + " bytes.");
        }
        var row = em.find(Profile.class, task.row(), LockModeType.PESSIMISTIC_WRITE);
        if (row == null || !row.isHeld(task.until()) || row.version() != task.version()) {
            throw new Problem(Code.IN_PROGRESS, "The profile was changed during the analysis; retry.");
        }
        if (fields != null) {
            row.proposeFields(fields);
        }
        return write(row, json);
    }

    /**
     * Releases the lease of an analysis, and removes the row if it contains no profile. Does nothing if another task
     * holds the lease now, or if the profile was deleted since the lease was acquired.
     */
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public void end(AnalysisTask task) {
        var row = em.find(Profile.class, task.row(), LockModeType.PESSIMISTIC_WRITE);
        if (row == null || !row.isHeld(task.until())) {
            return;
        }
        row.end();
        if (!row.isWritten()) {
            em.remove(row);
        }
    }

    /**
     * True if an analysis of the session's user is due: the session's highest sequence number has grown by
     * {@code every} or more since the last analysis that the session triggered, or since the session's creation if it
     * triggered none.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public boolean isDue(Session session, int every) {
        var last = em.find(ProfiledSession.class, session.id());
        return session.lastSeq() - (last == null ? 0 : last.seq()) >= every;
    }

    /**
     * Records that the user of a session was analyzed. The session must be locked.
     *
     * @param seq the highest sequence number of the session's messages at the time of the analysis
     */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void markAnalyzed(Session session, long seq) {
        em.merge(new ProfiledSession(session.id(), seq));
    }

    /**
     * Records the sequence number with which a fork of a user's session begins, so that its inherited messages do not
     * count for its first analysis. Runs in the transaction that creates the fork.
     */
    public void copied(@Observes SessionCopied copied) {
        var fork = copied.copy();
        if (copied.isFork() && fork.userId() != null && fork.lastSeq() > 0) {
            em.persist(new ProfiledSession(fork.id(), fork.lastSeq()));
        }
    }

    /**
     * Deletes the record of the analyses that a session has triggered. Runs in the transaction that deletes the
     * session.
     */
    public void deleting(@Observes SessionDeleting deleting) {
        em.createQuery("delete from ProfiledSession p where p.session = :session")
                .setParameter("session", deleting.session().id())
                .executeUpdate();
    }

    /** Removes the profile of a user who is being erased. Returns true if there was one. */
    public boolean erase(UserName user) {
        var row = tenants.find(user.tenant()).flatMap(tenant -> row(tenant, user.id(), LockModeType.PESSIMISTIC_WRITE));
        row.ifPresent(em::remove);
        return row.filter(Profile::isWritten).isPresent();
    }

    private ProfileInfo write(Profile row, byte[] json) {
        if (json.length > settings.maxBytes()) {
            throw new Problem(Code.TOO_LARGE, "A profile may have at most " + settings.maxBytes() + " bytes.");
        }
        row.write(json);
        return info(row);
    }

    private static ProfileInfo info(Profile row) {
        return new ProfileInfo(row.body(), row.version());
    }

    private Profile lock(UserName user) {
        return tenants.find(user.tenant())
                .flatMap(tenant -> row(tenant, user.id(), LockModeType.PESSIMISTIC_WRITE))
                .filter(Profile::isWritten)
                .orElseThrow(Profiles::notFound);
    }

    private Profile lockOrInsert(UserName user) {
        queue.enter(user.key());
        int tenant = tenants.findOrCreate(user.tenant());
        return row(tenant, user.id(), LockModeType.PESSIMISTIC_WRITE).orElseGet(() -> {
            var inserted = new Profile(tenant, user.id());
            em.persist(inserted);
            em.flush();
            return inserted;
        });
    }

    private Optional<Profile> row(int tenant, String user, LockModeType lock) {
        return Results.first(
                em.createQuery("select p from Profile p where p.tenant = :tenant and p.user = :user", Profile.class)
                        .setParameter("tenant", tenant)
                        .setParameter("user", user)
                        .setLockMode(lock));
    }

    private static Problem notFound() {
        return new Problem(Code.PROFILE_NOT_FOUND, "The user has no profile.");
    }
}
