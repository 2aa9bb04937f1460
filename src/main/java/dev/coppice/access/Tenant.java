package dev.coppice.access;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;

/**
 * Database row of a tenant: its name, and its database id, by which other tables refer to it. Rows are never changed or
 * deleted.
 */
@Entity
public class Tenant {
    /**
     * Name of the tenant to which the first token belongs. Tokens of this tenant with the scope {@code admin} may
     * issue, list, rotate and revoke tokens of all tenants.
     */
    public static final String DEFAULT = "default";

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private int id;

    private String name;

    protected Tenant() {}

    Tenant(String name) {
        this.name = name;
    }

    int id() {
        return id;
    }

    String name() {
        return name;
    }
}
