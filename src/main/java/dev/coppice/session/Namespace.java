package dev.coppice.session;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;

/**
 * Database row of a tenant's namespace. Its id is the number by which other rows refer to it, unique among all tenants.
 * Never changed or deleted.
 */
@Entity
public class Namespace {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private long id;

    @Column(name = "tenant_id")
    private int tenant;

    private String name;

    protected Namespace() {}

    Namespace(int tenant, String name) {
        this.tenant = tenant;
        this.name = name;
    }
}
