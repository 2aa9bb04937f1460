package dev.coppice.search.index;

import org.hibernate.search.mapper.pojo.bridge.RoutingBridge;
import org.hibernate.search.mapper.pojo.bridge.binding.RoutingBindingContext;
import org.hibernate.search.mapper.pojo.bridge.mapping.programmatic.RoutingBinder;
import org.hibernate.search.mapper.pojo.bridge.runtime.RoutingBridgeRouteContext;
import org.hibernate.search.mapper.pojo.route.DocumentRoutes;

/**
 * Sets the routing key of each document, by which all documents of an owner can be removed with one command. The key is
 * a text that names the owner: a tree, a session, or a context block that sessions share. The index is not divided into
 * shards, so the key has no other effect.
 */
public class OwnerKey implements RoutingBinder {
    @Override
    public void bind(RoutingBindingContext context) {
        context.dependencies().useRootOnly();
        context.bridge(IndexedRow.class, new Bridge());
    }

    /**
     * Returns the routing key for the documents of a tree's texts. The documents have the same value in the field
     * {@link IndexFields#TREE}.
     *
     * @param tree database id of the tree
     */
    public static String tree(long tree) {
        return Long.toString(tree);
    }

    /**
     * Returns the routing key for the documents of the block entries that belong to one session alone.
     *
     * @param session database id of the session
     */
    static String session(long session) {
        return "s" + session;
    }

    /**
     * Returns the routing key for the documents of the block entries that sessions share.
     *
     * @param store database id of the row of the block that contains them ({@code context.StoredBlock})
     */
    static String store(long store) {
        return "o" + store;
    }

    private static final class Bridge implements RoutingBridge<IndexedRow> {
        @Override
        public void route(DocumentRoutes routes, Object id, IndexedRow row, RoutingBridgeRouteContext context) {
            routes.addRoute().routingKey(row.ownerKey());
        }

        @Override
        public void previousRoutes(
                DocumentRoutes routes, Object id, IndexedRow row, RoutingBridgeRouteContext context) {
            route(routes, id, row, context);
        }
    }
}
