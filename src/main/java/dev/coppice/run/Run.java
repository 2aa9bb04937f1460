package dev.coppice.run;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.db.DatabaseClock;
import dev.coppice.session.Session;
import dev.coppice.session.Usage;
import dev.coppice.state.ListItem;
import jakarta.persistence.Column;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import java.util.List;
import org.hibernate.Length;

/**
 * Database row of an agent's run in a session. The agent can save the run any number of times. Each save replaces the
 * status; it replaces the other values (agent id, checkpoint, requirements, usage) only if it contains them. After a
 * save with the status {@code completed}, the run never changes again. Tenant and namespace are copied from the
 * session, so that the runs of several sessions can be listed.
 */
@Entity
public class Run {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private long id;

    @Column(name = "session_pk")
    private long session;

    @Column(name = "tenant_id")
    private int tenant;

    @Column(name = "namespace_id")
    private long namespace;

    @Column(name = "run_id")
    private String runId;

    @Column(name = "agent_id")
    private String agentId;

    @Column(length = 16)
    private String status;

    private long version;

    @Column(length = Length.LONG32)
    private byte[] checkpoint;

    @Column(length = Length.LONG32)
    private byte[] requirements;

    /** The types of the requirements, separated by commas; null if a release without this column saved the run last. */
    @Column(name = "waits_for", length = 64)
    private String waitsFor;

    @Embedded
    private Usage usage;

    @Column(name = "created_at")
    private long createdAt;

    @Column(name = "updated_at")
    private long updatedAt;

    protected Run() {}

    /** Creates a run with version 0. The first save makes it version 1. */
    Run(Session session, String runId) {
        this.session = session.id();
        this.tenant = session.tenant();
        this.namespace = session.namespace();
        this.runId = runId;
        this.status = RunStatus.RUNNING.word();
        this.waitsFor = "";
        this.usage = Usage.NONE;
        this.createdAt = DatabaseClock.now();
        this.updatedAt = createdAt;
    }

    /** Creates a run that is copied from another database, with its version and times. */
    Run(Session session, RunDetail copied) {
        this(session, copied.run().runId());
        this.agentId = copied.run().agentId();
        this.status = copied.run().status();
        this.version = copied.run().version();
        this.checkpoint = copied.checkpoint();
        require(copied.requirements());
        this.usage = copied.run().usage();
        this.createdAt = copied.run().createdAt();
        this.updatedAt = copied.run().updatedAt();
    }

    /** True if the run already has all values of a save, so that {@link #apply} would change nothing. */
    boolean isEqualTo(RunSave save) {
        return status.equals(save.status().word())
                && (save.agentId() == null || save.agentId().equals(agentId))
                && isEqual(save.checkpoint(), checkpoint)
                && isEqual(save.requirements(), requirements)
                && (save.usage() == null || save.usage().isEqualTo(usage));
    }

    private static boolean isEqual(ListItem saved, byte[] stored) {
        return saved == null
                || (stored == null
                        ? saved.isNull()
                        : saved.isEqualTo(ListItem.of(stored).fingerprint()));
    }

    /** Throws 409 {@code run-final} if the run has been saved as completed, because a completed run never changes. */
    void refuseIfFinal() {
        if (version > 0 && status().isFinal()) {
            throw new Problem(Code.RUN_FINAL, "The run is completed; only its last save may be repeated.");
        }
    }

    /**
     * Stores the values of a save and increments the version. If a component of the save is null, the stored value is
     * kept.
     */
    void apply(RunSave save) {
        status = save.status().word();
        agentId = save.agentId() == null ? agentId : save.agentId();
        checkpoint = save.checkpoint() == null ? checkpoint : save.checkpoint().jsonOrNull();
        require(save.requirements() == null ? requirements : save.requirements().json());
        usage = save.usage() == null ? usage : save.usage();
        version++;
        updatedAt = Math.max(updatedAt, DatabaseClock.now());
    }

    private void require(byte[] json) {
        requirements = json;
        waitsFor = String.join(",", Requirements.types(json));
    }

    /** Returns the types that a value of the column {@code waits_for} contains. The value must not be null. */
    static List<String> types(String waitsFor) {
        return waitsFor.isEmpty() ? List.of() : List.of(waitsFor.split(","));
    }

    long id() {
        return id;
    }

    long version() {
        return version;
    }

    RunStatus status() {
        return RunStatus.of(status).orElseThrow();
    }

    Usage usage() {
        return usage;
    }

    RunInfo info(String sessionId, String namespaceName) {
        var types = waitsFor == null ? Requirements.types(requirements) : types(waitsFor);
        return new RunInfo(
                runId, sessionId, namespaceName, agentId, status, types, usage, version, createdAt, updatedAt);
    }

    RunDetail detail(String sessionId, String namespaceName) {
        return new RunDetail(info(sessionId, namespaceName), checkpoint, requirements);
    }
}
