package dev.coppice.access;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;

/** A tenant with its number, which other tables refer to. Never changed or removed. */
@Entity
public class Tenant {
    /** The tenant of the first token; its administrators may issue, list and revoke tokens of all tenants. */
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
}
