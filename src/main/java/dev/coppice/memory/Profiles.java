package dev.coppice.memory;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.access.Tenants;
import dev.coppice.api.Precondition;
import dev.coppice.db.DatabaseClock;
import dev.coppice.db.SessionQueue;
import dev.coppice.json.MergePatch;
import dev.coppice.session.Session;
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
 * The profiles of users, one for all sessions of a user whatever their namespaces; the only writer of their rows. Users are
 * no things of their own: any name may have a profile. A profile that is not there: 404 {@code profile-not-found}.
 */
@Stateless
public class Profiles {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Tenants tenants;

    @Inject
    private SessionQueue turnstile;

    @Inject
    private Settings settings;

    /** The profile as it is now. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public ProfileInfo get(UserName user) {
        return find(user).orElseThrow(Profiles::none);
    }

    /** The profile as it is now, if there is one. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Optional<ProfileInfo> find(UserName user) {
        return tenants.find(user.tenant()).flatMap(tenant -> find(tenant, user.id()));
    }

    /** The profile of the user of a session that was read. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Optional<ProfileInfo> of(Session session) {
        return session.userId() == null ? Optional.empty() : find(session.tenant(), session.userId());
    }

    private Optional<ProfileInfo> find(int tenant, String user) {
        return row(tenant, user, LockModeType.NONE).filter(Profile::isThere).map(Profiles::info);
    }

    /** What {@link #put} made or replaced. */
    public record Put(ProfileInfo profile, boolean created) {}

    /** Writes a profile by hand, in place of the one that is there; 413 {@code too-large}. One that is not has version 0. */
    public Put put(UserName user, byte[] json, Precondition expected) {
        var row = lockOrMake(user);
        boolean created = !row.isThere();
        expected.checkOrNone(row.version());
        return new Put(write(row, json), created);
    }

    /** Changes a profile by a JSON Merge Patch (RFC 7396): a null removes a field; 413 {@code too-large}. */
    public ProfileInfo patch(UserName user, byte[] patch, Precondition expected) {
        var row = lock(user);
        expected.check(row.version());
        return write(row, MergePatch.apply(row.body(), patch));
    }

    /** Deletes a profile, and with it the fields that a model has proposed; an analysis that runs comes to nothing. */
    public void delete(UserName user, Precondition expected) {
        var row = lock(user);
        expected.check(row.version());
        em.remove(row);
    }

    /**
     * Gives the right to analyse a user to one at a time, on whatever node; what a crash leaves ends by itself. 409
     * {@code busy} when somebody has the right.
     */
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public AnalysisTask begin(UserName user) {
        var row = lockOrMake(user);
        long until = DatabaseClock.now() + settings.profile().lease().toMillis();
        if (!row.begin(until)) {
            throw new Problem(Code.BUSY, "The user is being analysed.");
        }
        return new AnalysisTask(row.id(), until, row.version(), row.body(), row.fields());
    }

    /**
     * Stores what an analysis has made of the profile; 409 {@code busy} when it was written or deleted meanwhile, 502
     * {@code summarizer-failed} when it has become too long.
     *
     * @param fields the JSON Schema that a model has proposed for it, to be kept; or null
     */
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public ProfileInfo store(AnalysisTask task, byte[] json, byte[] fields) {
        if (json.length > settings.profile().maxBytes()) {
            throw new Problem(Code.ANALYSIS_FAILED, "The profile has become too long.");
        }
        var row = em.find(Profile.class, task.row(), LockModeType.PESSIMISTIC_WRITE);
        if (row == null || !row.isHeld(task.until()) || row.version() != task.version()) {
            throw new Problem(Code.BUSY, "The profile was changed meanwhile.");
        }
        if (fields != null) {
            row.keep(fields);
        }
        return write(row, json);
    }

    /** Gives the right back; a row that was made for it goes again. Nothing when it is somebody else's by now. */
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public void end(AnalysisTask task) {
        var row = em.find(Profile.class, task.row(), LockModeType.PESSIMISTIC_WRITE);
        if (row == null || !row.isHeld(task.until())) {
            return;
        }
        row.end();
        if (!row.isThere()) {
            em.remove(row);
        }
    }

    /** True when a session has so many messages that were not there when its user was analysed for it the last time. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public boolean isDue(Session session, int every) {
        var last = em.find(ProfiledSession.class, session.id());
        return session.lastSeq() - (last == null ? 0 : last.seq()) >= every;
    }

    /** Notes that the user of a locked session was analysed when it had a number. */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void analysed(Session session, long seq) {
        em.merge(new ProfiledSession(session.id(), seq));
    }

    public void deleting(@Observes SessionDeleting deleting) {
        em.createQuery("delete from ProfiledSession p where p.session = :session")
                .setParameter("session", deleting.session().id())
                .executeUpdate();
    }

    /** Removes a user's profile, whatever it is; answers whether there was one. */
    public boolean erase(UserName user) {
        var row = tenants.find(user.tenant()).flatMap(tenant -> row(tenant, user.id(), LockModeType.PESSIMISTIC_WRITE));
        row.ifPresent(em::remove);
        return row.filter(Profile::isThere).isPresent();
    }

    private ProfileInfo write(Profile row, byte[] json) {
        if (json.length > settings.profile().maxBytes()) {
            throw new Problem(
                    Code.TOO_LARGE, "A profile may have " + settings.profile().maxBytes() + " bytes.");
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
                .filter(Profile::isThere)
                .orElseThrow(Profiles::none);
    }

    private Profile lockOrMake(UserName user) {
        turnstile.enter(user.key());
        int tenant = tenants.findOrMake(user.tenant());
        return row(tenant, user.id(), LockModeType.PESSIMISTIC_WRITE).orElseGet(() -> {
            var made = new Profile(tenant, user.id());
            em.persist(made);
            em.flush();
            return made;
        });
    }

    private Optional<Profile> row(int tenant, String user, LockModeType lock) {
        return em
                .createQuery("select p from Profile p where p.tenant = :tenant and p.user = :user", Profile.class)
                .setParameter("tenant", tenant)
                .setParameter("user", user)
                .setLockMode(lock)
                .getResultList()
                .stream()
                .findFirst();
    }

    private static Problem none() {
        return new Problem(Code.PROFILE_NOT_FOUND, "The user has no profile.");
    }
}
