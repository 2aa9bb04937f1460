package dev.coppice.memory;

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
public class Profile extends LeasedRow {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private long id;

    @Column(name = "tenant_id")
    private int tenant;

    @Column(name = "user_id")
    private String user;

    @Column(length = Length.LONG32)
    private byte[] body;

    /** The JSON Schema that a model has proposed, or null. */
    @Column(length = Length.LONG32)
    private byte[] fields;

    protected Profile() {}

    Profile(int tenant, String user) {
        this.tenant = tenant;
        this.user = user;
    }

    void write(byte[] json) {
        body = json;
        written();
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

    /** Null while there is no profile. */
    byte[] body() {
        return body;
    }

    byte[] fields() {
        return fields;
    }
}
