package dev.coppice.http;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.ext.Provider;

/**
 * Stores the figures of a request's route in the request, where {@link RequestFilter} finds them at its end. Runs
 * before all other filters that need a route, so that requests which they reject are counted, too.
 */
@Provider
@Priority(RouteFilter.FIRST)
public class RouteFilter implements ContainerRequestFilter {
    static final int FIRST = 1;

    /** Name of the request attribute with the route's figures. */
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
