package dev.coppice.http;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.ext.Provider;

/**
 * Finds out which route serves a request, so that the request is counted for this route. Stores the route's
 * {@link RouteMetrics} as an attribute of the request, where {@link RequestFilter} finds them at the end of the
 * request. Runs before all other filters that need a route, so that requests which they reject are counted, too.
 */
@Provider
@Priority(RouteFilter.FIRST)
public class RouteFilter implements ContainerRequestFilter {
    static final int FIRST = 1;

    /** Name of the request attribute that contains the route's {@link RouteMetrics}. */
    static final String ATTRIBUTE = "coppice.route";

    @Context
    private ResourceInfo resource;

    @Inject
    private RequestMetrics metrics;

    @Override
    public void filter(ContainerRequestContext request) {
        var method = resource.getResourceMethod();
        if (method != null) {
            request.setProperty(ATTRIBUTE, metrics.of(method, resource.getResourceClass()));
        }
    }
}
