package dev.coppice.db;

import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.hibernate.engine.transaction.jta.platform.internal.AbstractJtaPlatform;
import org.hibernate.engine.transaction.jta.platform.spi.JtaPlatform;
import org.hibernate.engine.transaction.jta.platform.spi.JtaPlatformProvider;

/**
 * Finds the transaction manager of the server, whose JNDI name differs between WildFly and Payara. Hibernate uses this
 * class if Hibernate is part of the WAR; the Hibernate of WildFly's modules finds the transaction manager itself.
 * Thread-safe.
 */
public class ServerTransactions extends AbstractJtaPlatform implements JtaPlatformProvider {
    private static final long serialVersionUID = 1L;

    /** Beginnings of the JNDI names of the server's own objects: the first for WildFly, the second for Payara. */
    private static final String[] SERVERS = {"java:jboss/", "java:appserver/"};

    /** The objects that were found, by their types. They stay the same while the server runs. */
    private static final Map<Class<?>, Object> FOUND = new ConcurrentHashMap<>();

    static TransactionSynchronizationRegistry registry() {
        return find("TransactionSynchronizationRegistry", TransactionSynchronizationRegistry.class);
    }

    /**
     * Calls an action outside of the transaction of this thread. For actions that follow a commit: the thread may still
     * belong to the completed transaction, which allows no further work. A bean with
     * {@code TransactionAttributeType.NOT_SUPPORTED} cannot be used for that, because Payara refuses to resume a
     * completed transaction, and logs each such call as a failure.
     */
    public static void callOutside(Runnable action) {
        var manager = find("TransactionManager", TransactionManager.class);
        try {
            var suspended = manager.suspend();
            try {
                action.run();
            } finally {
                resume(manager, suspended);
            }
        } catch (SystemException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void resume(TransactionManager manager, Transaction suspended) throws SystemException {
        if (suspended != null) {
            try {
                manager.resume(suspended);
            } catch (InvalidTransactionException e) {
                // Payara: the transaction has completed, and the server does not need it on this thread any more.
            }
        }
    }

    private static <T> T find(String name, Class<T> type) {
        var known = FOUND.get(type);
        return type.cast(known != null ? known : FOUND.computeIfAbsent(type, key -> lookUp(name)));
    }

    private static Object lookUp(String name) {
        NamingException failure = null;
        for (var server : SERVERS) {
            try {
                return InitialContext.doLookup(server + name);
            } catch (NamingException e) {
                failure = e; // this is another server: try the next name
            }
        }
        throw new IllegalStateException("The server has no " + name, failure);
    }

    @Override
    public JtaPlatform getProvidedJtaPlatform() {
        return this;
    }

    @Override
    protected TransactionManager locateTransactionManager() {
        return find("TransactionManager", TransactionManager.class);
    }

    @Override
    protected UserTransaction locateUserTransaction() {
        return find("UserTransaction", UserTransaction.class);
    }
}
