package dev.coppice.feed;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.access.Request;
import dev.coppice.eventlog.EventLog;
import dev.coppice.eventlog.LogWatch;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Opens the event stream of the current request: determines where it begins, checks the limits of open streams, sends
 * the headers and adds a {@link Subscriber} to {@link OpenStreams}.
 */
@RequestScoped
public class Subscription {
    static final String LAST_EVENT_ID = "Last-Event-ID";

    @Inject
    private Request request;

    @Inject
    private EventLog log;

    @Inject
    private LogWatch watch;

    @Inject
    private OpenStreams openStreams;

    @Inject
    private CatchUpQueue catchUpQueue;

    @Inject
    private StatusPublisher statusPublisher;

    @Inject
    private FeedSettings settings;

    /**
     * Returns the position in the event log after which the stream begins. If the request has an event id, this is the
     * position of the event with this id, the last one that the client has received, or the position up to which the
     * log was trimmed, if that is higher. Without an id, it is the end of the log, after all events committed so far.
     * Throws 400 {@code malformed} if the id is not from this log, 410 {@code events-gone} if later events were removed
     * because of their age.
     *
     * @param parameter event id in the query, for clients that cannot set the header {@code Last-Event-ID}; null or
     *     empty for none. If a request has both, the header is used: a browser that resumes sends the newer id there.
     * @param session for the stream of a session: finds the database id of the session, so that only removed events of
     *     this session matter. It must return empty for other streams, and if the session does not exist.
     */
    long startPosition(String parameter, Supplier<Optional<Long>> session) {
        var header = request.header(LAST_EVENT_ID);
        var id = header == null || header.isEmpty() ? parameter : header;
        return id == null || id.isEmpty() ? endOfLog() : positionOf(id, session);
    }

    /** Assigns positions to all committed events that have none, and returns the last position of the log. */
    private long endOfLog() {
        return watch.look().lastPosition();
    }

    private long positionOf(String id, Supplier<Optional<Long>> session) {
        long position = LoggedEvent.position(id);
        if (position < 0 || position > log.lastPosition()) {
            throw new Problem(Code.MALFORMED, "The event id is not valid. Send the id of an event that you received.");
        }
        // The trim position of the log is read before that of the session, so that the second one includes everything
        // trimmed up to the first one.
        long trimmed = log.trimmedUpTo();
        if (position < trimmed
                && session.get()
                        .map(log::trimmedUpTo)
                        .filter(ownTrim -> ownTrim <= position)
                        .isEmpty()) {
            throw new Problem(
                    Code.EVENTS_GONE,
                    "Events after this id have been removed. Read the current state, then subscribe without an id.");
        }
        return Math.max(position, trimmed);
    }

    /**
     * Opens the event stream and returns without waiting for its end; an open stream occupies no thread. Throws 503
     * {@code busy} if too many streams are open or the node is stopping.
     *
     * @param context the suspended request
     * @param abort closes the connection immediately, without completing the response
     * @param topicFinder looks up what the client follows; returns empty as long as that does not exist
     * @param startPosition position in the log after which the stream begins, exclusive; see {@link #startPosition}
     */
    void open(AsyncContext context, Runnable abort, Supplier<Optional<Topic>> topicFinder, long startPosition) {
        openStreams.checkRoom(request.tenant());
        var sendBuffer = new SendBuffer(settings.bufferBytes());
        sendBuffer.add(SseFrame.start(settings.retry(), LoggedEvent.id(startPosition)));
        context.setTimeout(0);
        try {
            writeHeaders((HttpServletResponse) context.getResponse());
            var connection = new SseConnection(context, abort, sendBuffer);
            var subscriber = new Subscriber(
                    request.tenant(),
                    request.token(),
                    topicFinder,
                    startPosition,
                    catchUpQueue::add,
                    sendBuffer,
                    connection);
            // Lookups that may fail come before the first byte is sent.
            subscriber.findTopic();
            statusPublisher.enqueueFirst(subscriber);
            connection.open(subscriber::pump);
            openStreams.add(subscriber);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void writeHeaders(HttpServletResponse response) {
        response.setContentType("text/event-stream");
        response.setHeader("Cache-Control", "no-store");
        // Without this header, nginx buffers the stream.
        response.setHeader("X-Accel-Buffering", "no");
        // Whole frames are written, so the server's own buffer would only delay the end of a frame.
        response.setBufferSize(1);
    }
}
