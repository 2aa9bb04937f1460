package dev.coppice.feed;

import dev.coppice.access.Request;
import dev.coppice.http.ConnectionAbort;
import dev.coppice.session.Session;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
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

/**
 * HTTP resource that streams the events of a session as Server-Sent Events. The stream ends when the session is deleted
 * or expires.
 */
@Path("v1/sessions/{session}/events")
@Produces(MediaType.SERVER_SENT_EVENTS)
@RequestScoped
public class SessionEventsResource {
    @Inject
    private Sessions sessions;

    @Inject
    private Subscription subscription;

    @Inject
    private Request request;

    /**
     * Opens an event stream of the session. Throws 404 {@code session-not-found} if the session does not exist, 400
     * {@code malformed} if the event id is invalid, 410 {@code events-gone} if events of the session after the one with
     * this id were removed because of their age, 503 {@code busy} if too many streams are open.
     *
     * @param lastEventId id of the last event that the client has received; null to begin at the end of the log. See
     *     {@link Subscription#startPosition}
     * @param stream not used; the annotation suspends the request, so that the stream stays open after this method has
     *     returned
     */
    @GET
    public void events(
            @QueryParam("lastEventId") String lastEventId,
            @Context HttpServletRequest http,
            @Suspended AsyncResponse stream) {
        var name = SessionName.of(request);
        // The start position is determined first: if the session is deleted later, SessionDeleted comes after it.
        long start = subscription.startPosition(
                lastEventId, () -> sessions.readIfPresent(name).map(Session::id));
        var session = Topic.session(sessions.read(name).id());
        subscription.open(http.getAsyncContext(), ConnectionAbort.of(http), () -> Optional.of(session), start);
    }

    /**
     * Answers HEAD requests with 200, or with 404 {@code session-not-found} if the session does not exist. Without this
     * method, JAX-RS would call the GET method, which opens a stream.
     */
    @HEAD
    public Response exists() {
        sessions.read(SessionName.of(request));
        return Response.ok().build();
    }
}
