package dev.coppice.session;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;

/**
 * Database row of a namespace of a tenant. Other rows refer to it by its database id, which is unique among the
 * namespaces of all tenants. A row is never changed or deleted.
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

    /** Returns the database ids of the tenant and of the namespace, which are known once the row was inserted. */
    Namespaces.Numbers numbers() {
        return new Namespaces.Numbers(tenant, id);
    }
}
