package dev.coppice.feed;

import dev.coppice.Ids;
import dev.coppice.access.Request;
import dev.coppice.access.Tenants;
import dev.coppice.http.ConnectionAbort;
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

/** HTTP resource that streams the events of a namespace, or of the whole tenant, as Server-Sent Events. */
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

    /**
     * Opens an event stream of a namespace or of the tenant. Throws 422 {@code invalid-id} if the namespace is invalid,
     * 400 {@code malformed} if the event id is invalid, 410 {@code events-gone} if events after the one with this id
     * were removed because of their age, 503 {@code busy} if too many streams are open.
     *
     * @param namespace name of the namespace; {@code *} for the whole tenant; null or empty for the default namespace
     * @param lastEventId id of the last event that the client has received; null to begin at the end of the log. See
     *     {@link Subscription#startPosition}
     * @param http the request, whose connection is kept for the stream
     * @param stream not used; the annotation suspends the request, so that the stream stays open after this method has
     *     returned
     */
    @GET
    public void events(
            @QueryParam("namespace") String namespace,
            @QueryParam("lastEventId") String lastEventId,
            @Context HttpServletRequest http,
            @Suspended AsyncResponse stream) {
        var topic = topic(namespace);
        long start = subscription.startPosition(lastEventId, Optional::empty);
        subscription.open(http.getAsyncContext(), ConnectionAbort.of(http), topic, start);
    }

    /**
     * Answers HEAD requests with 200, or with 422 {@code invalid-id} if the namespace is invalid. Without this method,
     * JAX-RS would call the GET method, which opens a stream.
     */
    @HEAD
    public Response exists(@QueryParam("namespace") String namespace) {
        topic(namespace);
        return Response.ok().build();
    }

    /**
     * Returns a function that looks up what the stream follows: the namespace, or the whole tenant if {@code namespace}
     * is {@code *}. The function returns empty as long as that does not exist. A namespace exists from its first
     * session on; a tenant without tokens of its own, whose clients come from an OpenID provider, from its first write
     * on.
     */
    private Supplier<Optional<Topic>> topic(String namespace) {
        var tenant = request.tenant();
        // The suppliers outlive the request, so they must not refer to this resource, which is request-scoped.
        if ("*".equals(namespace)) {
            var beans = tenants;
            return () -> beans.find(tenant).map(Topic::tenant);
        }
        var beans = namespaces;
        var name = Ids.checkNamespace(namespace);
        return () -> beans.find(tenant, name).map(numbers -> Topic.namespace(numbers.namespace()));
    }
}
