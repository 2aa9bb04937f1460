package dev.coppice.memory;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.hibernate.Length;

/**
 * Database row of the profile of a user. A profile is a JSON object that analyses and API clients write. The row may
 * exist without a profile while the first analysis is running. Writers must lock the row.
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

    /** JSON Schema of the profile's fields that a model proposed; null if no model has proposed fields. */
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

    /** Stores the JSON Schema of the profile's fields that a model proposed. */
    void proposeFields(byte[] schema) {
        fields = schema;
    }

    boolean isWritten() {
        return body != null;
    }

    long id() {
        return id;
    }

    /** Returns the profile's JSON; null if there is no profile yet. */
    byte[] body() {
        return body;
    }

    /** Returns the JSON Schema of the profile's fields that a model proposed; null if no model has proposed fields. */
    byte[] fields() {
        return fields;
    }
}
