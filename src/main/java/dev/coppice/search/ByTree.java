package dev.coppice.search;

import org.hibernate.search.mapper.pojo.bridge.RoutingBridge;
import org.hibernate.search.mapper.pojo.bridge.binding.RoutingBindingContext;
import org.hibernate.search.mapper.pojo.bridge.mapping.programmatic.RoutingBinder;
import org.hibernate.search.mapper.pojo.bridge.runtime.RoutingBridgeRouteContext;
import org.hibernate.search.mapper.pojo.route.DocumentRoutes;

/** Marks documents with their tree, so that those of one that went are removed by one command. There are no shards. */
public class ByTree implements RoutingBinder {
    @Override
    public void bind(RoutingBindingContext context) {
        context.dependencies().useRootOnly();
        context.bridge(IndexedText.class, new Bridge());
    }

    static String key(long tree) {
        return Long.toString(tree);
    }

    private static final class Bridge implements RoutingBridge<IndexedText> {
        @Override
        public void route(DocumentRoutes routes, Object id, IndexedText text, RoutingBridgeRouteContext context) {
            routes.addRoute().routingKey(key(text.session().tree()));
        }

        @Override
        public void previousRoutes(
                DocumentRoutes routes, Object id, IndexedText text, RoutingBridgeRouteContext context) {
            route(routes, id, text, context);
        }
    }
}
