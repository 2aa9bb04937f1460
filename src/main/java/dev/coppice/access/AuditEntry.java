package dev.coppice.access;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;

/** Database row of the audit log: who did what, when, and to which tenant. Rows are never changed. */
@Entity
public class AuditEntry {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private long id;

    /** Database id of the tenant that the entry concerns. */
    @Column(name = "tenant_id")
    private int tenant;

    @Column(name = "created_at")
    private long createdAt;

    @Column(length = 64)
    private String action;

    @Column(name = "actor_tenant")
    private String actorTenant;

    @Column(name = "actor_token")
    private String actorToken;

    @Column(name = "actor_name")
    private String actorName;

    private String target;

    /**
     * JSON object with further details of the act, or null; see
     * {@link AuditLog#record(Actor, AuditAction, String, String, Members)}.
     */
    private byte[] details;

    protected AuditEntry() {}

    AuditEntry(int tenant, Actor actor, AuditAction action, String target, byte[] details, long createdAt) {
        this.tenant = tenant;
        this.createdAt = createdAt;
        this.action = action.word();
        this.actorTenant = actor.tenant();
        this.actorToken = actor.token();
        this.actorName = actor.name();
        this.target = target;
        this.details = details;
    }

    long id() {
        return id;
    }

    long createdAt() {
        return createdAt;
    }

    String action() {
        return action;
    }

    Actor actor() {
        return new Actor(actorTenant, actorToken, actorName);
    }

    String target() {
        return target;
    }

    byte[] details() {
        return details;
    }
}
