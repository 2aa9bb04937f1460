package dev.coppice.access;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;

/** A tenant's name as a number. Never changes, never goes. */
@Entity
public class Tenant {
    /** The tenant that exists from the first start; its administrators may act for the others. */
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
