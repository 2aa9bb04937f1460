package dev.coppice.search.index;

import org.hibernate.search.mapper.pojo.bridge.RoutingBridge;
import org.hibernate.search.mapper.pojo.bridge.binding.RoutingBindingContext;
import org.hibernate.search.mapper.pojo.bridge.mapping.programmatic.RoutingBinder;
import org.hibernate.search.mapper.pojo.bridge.runtime.RoutingBridgeRouteContext;
import org.hibernate.search.mapper.pojo.route.DocumentRoutes;

/**
 * Marks documents with what they go with (a tree, a session, a store), so that those of one that went are removed by one
 * command. There are no shards.
 */
public class OwnerKey implements RoutingBinder {
    @Override
    public void bind(RoutingBindingContext context) {
        context.dependencies().useRootOnly();
        context.bridge(IndexedRow.class, new Bridge());
    }

    public static String tree(long tree) {
        return Long.toString(tree);
    }

    static String session(long session) {
        return "s" + session;
    }

    static String store(long store) {
        return "o" + store;
    }

    private static final class Bridge implements RoutingBridge<IndexedRow> {
        @Override
        public void route(DocumentRoutes routes, Object id, IndexedRow row, RoutingBridgeRouteContext context) {
            routes.addRoute().routingKey(row.mark());
        }

        @Override
        public void previousRoutes(
                DocumentRoutes routes, Object id, IndexedRow row, RoutingBridgeRouteContext context) {
            route(routes, id, row, context);
        }
    }
}
