package dev.coppice.feed;

import dev.coppice.Ids;
import dev.coppice.access.Request;
import dev.coppice.access.Tenants;
import dev.coppice.session.Namespaces;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import java.util.function.Supplier;

/** What happens to the sessions of a namespace, or of the tenant, as Server-Sent Events. */
@Path("v1/events")
@Produces(MediaType.SERVER_SENT_EVENTS)
@RequestScoped
public class EventsResource {
    @Inject
    private Namespaces namespaces;

    @Inject
    private Tenants tenants;

    @Inject
    private Subscription subscription;

    @Inject
    private Request request;

    /** @param stream says only that the answer goes on when this has returned */
    @GET
    public void events(
            @QueryParam("namespace") String namespace,
            @QueryParam("lastEventId") String lastEventId,
            @Context HttpServletRequest http,
            @Suspended AsyncResponse stream) {
        var source = source(namespace);
        subscription.open(http, source, subscription.start(lastEventId, Optional::empty));
    }

    /** Without it HEAD would begin a stream. */
    @HEAD
    public Response exists(@QueryParam("namespace") String namespace) {
        source(namespace);
        return Response.ok().build();
    }

    /** A namespace has no number before its first session; whoever reads it waits for that. */
    private Supplier<Optional<Topic>> source(String namespace) {
        var tenant = request.tenant();
        // What outlives the request must not ask the request's beans.
        var beans = namespaces;
        if ("*".equals(namespace)) {
            var all = tenants.find(tenant).map(Topic::tenant);
            return () -> all;
        }
        var name = Ids.namespace(namespace);
        return () -> beans.find(tenant, name).map(numbers -> Topic.namespace(numbers.namespace()));
    }
}
