package dev.coppice.db;

import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.bytecode.internal.none.BytecodeProviderImpl;
import org.hibernate.bytecode.spi.BytecodeProvider;
import org.hibernate.service.spi.ServiceContributor;

/**
 * Makes Hibernate create, read and write entities by reflection. By default it generates two classes per entity at each
 * start, which takes more than a third of its startup: one that reads and writes the fields, and a proxy for associations
 * that are loaded later. The entities have no associations. Therefore {@code EntityManager.getReference} throws an
 * exception for an entity that is not loaded yet; use {@code find}.
 */
public class NoGeneratedClasses implements ServiceContributor {
    @Override
    public void contribute(StandardServiceRegistryBuilder builder) {
        builder.addService(BytecodeProvider.class, new BytecodeProviderImpl());
    }
}
