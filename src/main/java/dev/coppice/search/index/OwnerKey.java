package dev.coppice.search.index;

import org.hibernate.search.mapper.pojo.bridge.RoutingBridge;
import org.hibernate.search.mapper.pojo.bridge.binding.RoutingBindingContext;
import org.hibernate.search.mapper.pojo.bridge.mapping.programmatic.RoutingBinder;
import org.hibernate.search.mapper.pojo.bridge.runtime.RoutingBridgeRouteContext;
import org.hibernate.search.mapper.pojo.route.DocumentRoutes;

/**
 * Sets the routing key of each document: a text that names the document's owner, which is a tree, a session or a stored
 * block. So all documents of an owner can be removed by one command. The index is not divided into shards, so the key
 * has no other effect.
 */
public class OwnerKey implements RoutingBinder {
    @Override
    public void bind(RoutingBindingContext context) {
        context.dependencies().useRootOnly();
        context.bridge(IndexedRow.class, new Bridge());
    }

    /**
     * Returns the routing key for the documents of a tree.
     *
     * @param tree database id of the tree
     */
    public static String tree(long tree) {
        return Long.toString(tree);
    }

    /**
     * Returns the routing key for the documents that a session owns.
     *
     * @param session database id of the session
     */
    static String session(long session) {
        return "s" + session;
    }

    /**
     * Returns the routing key for the documents of a stored block.
     *
     * @param store database id of the stored block
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
