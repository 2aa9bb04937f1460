package dev.coppice.feed;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.access.Request;
import dev.coppice.eventlog.EventLog;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Supplier;

/** Opens the event stream of a request: determines its start position, checks the limits, and sends the headers. */
@RequestScoped
public class Subscription {
    static final String LAST_EVENT_ID = "Last-Event-ID";

    @Inject
    private Request request;

    @Inject
    private EventLog log;

    @Inject
    private OpenStreams openStreams;

    @Inject
    private CatchUpQueue catchUpQueue;

    @Inject
    private StatusPublisher statusPublisher;

    @Inject
    private FeedSettings settings;

    /**
     * The position after which the stream starts: that of the last event that the client has received, or without one the
     * end of the log, which then contains everything committed so far. 400 {@code malformed} for an id that is not from this
     * log, 410 {@code events-gone} when events after it were trimmed.
     *
     * @param parameter id from a client that cannot set the header; a browser that resumes sends both, and the header is
     *     the newer one
     * @param session finds the number of the session if the stream is that of a session: trimmed events of other sessions
     *     then do not matter
     */
    long startPosition(String parameter, Supplier<Optional<Long>> session) {
        var header = request.header(LAST_EVENT_ID);
        var id = header == null || header.isEmpty() ? parameter : header;
        if (id == null || id.isEmpty()) {
            while (log.assignPositions()) {
                // one batch a transaction
            }
            return log.lastPosition();
        }
        long position = LoggedEvent.position(id);
        if (position < 1 || position > log.lastPosition()) {
            throw new Problem(Code.MALFORMED, "The event id is not valid. Send the id of an event that you received.");
        }
        // This order: what was trimmed up to there is then recorded for the session.
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
     * Starts the stream; 503 {@code busy} when too many are open. The stream then needs neither a thread nor the request.
     *
     * @param topicFinder looks up the topic; empty while it does not exist
     * @param abort closes the connection without an orderly end
     */
    void open(AsyncContext context, Runnable abort, Supplier<Optional<Topic>> topicFinder, long startPosition) {
        openStreams.checkRoom(request.tenant());
        var sendBuffer = new SendBuffer(settings.bufferBytes());
        sendBuffer.add(SseFrame.retry(settings.retry()));
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
            // Lookups that can fail come before the first byte.
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
        response.setHeader("X-Content-Type-Options", "nosniff");
        // Without it nginx buffers the stream.
        response.setHeader("X-Accel-Buffering", "no");
        // We write whole frames; the server's own buffer would only delay the end of one.
        response.setBufferSize(1);
    }
}
