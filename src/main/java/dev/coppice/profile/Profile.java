package dev.coppice.profile;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.hibernate.Length;

/**
 * What is known of a user: a JSON object that analyses and people write in turn. The row may be there before it, for whoever
 * makes the first one. Its writers lock it.
 */
@Entity
@Table(name = "user_profile")
public class Profile {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private long id;

    @Column(name = "tenant_id")
    private int tenant;

    @Column(name = "user_id")
    private String user;

    private long version;

    @Column(length = Length.LONG32)
    private byte[] body;

    /** The JSON Schema that a model has proposed, or null. */
    @Column(length = Length.LONG32)
    private byte[] fields;

    @Column(name = "working_until")
    private Long workingUntil;

    @Column(name = "created_at")
    private long createdAt;

    @Column(name = "updated_at")
    private long updatedAt;

    protected Profile() {}

    Profile(int tenant, String user) {
        this.tenant = tenant;
        this.user = user;
    }

    /** Takes the right to analyse, if nobody has it now; it ends by itself at a time, in epoch milliseconds. */
    boolean begin(long until) {
        boolean free = workingUntil == null || workingUntil <= System.currentTimeMillis();
        workingUntil = free ? (Long) until : workingUntil;
        return free;
    }

    /** True for whoever took the right to this time, and has not lost it to another one since. */
    boolean isHeld(long until) {
        return workingUntil != null && workingUntil == until;
    }

    void end() {
        workingUntil = null;
    }

    void write(byte[] json) {
        long now = System.currentTimeMillis();
        createdAt = isThere() ? createdAt : now;
        body = json;
        updatedAt = Math.max(updatedAt, now);
        version++;
    }

    /** Keeps the fields that a model has proposed. */
    void keep(byte[] schema) {
        fields = schema;
    }

    boolean isThere() {
        return body != null;
    }

    long id() {
        return id;
    }

    /** 0 while there is no profile. */
    long version() {
        return version;
    }

    /** Null while there is no profile. */
    byte[] body() {
        return body;
    }

    byte[] fields() {
        return fields;
    }
}
