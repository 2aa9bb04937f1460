package dev.coppice.feed;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.access.Request;
import dev.coppice.eventlog.EventLog;
import dev.coppice.http.ConnectionAbort;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Supplier;

/** A request for a stream of events, until the stream has begun: where it starts, and what it answers first. */
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
    private StatusEvents statusEvents;

    @Inject
    private Settings settings;

    /**
     * The position behind which the caller is given events: that of the last one it has got, or else the end of the log,
     * with everything before it that is committed by now. 400 {@code malformed} for an id that this log has not given, 410
     * {@code events-gone} when events behind it are no longer there.
     *
     * @param parameter the id, from a client that cannot set the header; a browser that resumes sets both, and the header
     *     is the later one
     * @param session the number of the session whose events alone are wanted, if it is there: then it is no matter that
     *     others' are gone
     */
    long start(String parameter, Supplier<Optional<Long>> session) {
        var header = request.header(LAST_EVENT_ID);
        var id = header == null || header.isEmpty() ? parameter : header;
        if (id == null || id.isEmpty()) {
            while (log.sequence()) {
                // as long as there is more
            }
            return log.end();
        }
        long position = LoggedEvent.position(id);
        if (position < 1 || position > log.end()) {
            throw new Problem(Code.MALFORMED, "The id is not one that this log has given to an event.");
        }
        // In this order: what was trimmed up to there has been noted for its session by then.
        long trimmed = log.trimmed();
        if (position < trimmed
                && session.get()
                        .map(log::trimmed)
                        .filter(own -> own <= position)
                        .isEmpty()) {
            throw new Problem(
                    Code.EVENTS_GONE,
                    "Events behind this id are gone. Read what there is now, and go on without an id.");
        }
        return Math.max(position, trimmed);
    }

    /** Begins the stream; 503 {@code busy} when too many are open. From here on it needs no thread, and no request. */
    void open(HttpServletRequest http, Supplier<Optional<Topic>> source, long start) {
        openStreams.checkRoom(request.tenant());
        var feed = settings.feed();
        var outbox = new SendBuffer(feed.bufferBytes());
        outbox.add(SseFrame.retry(feed.retry()));
        var context = http.getAsyncContext();
        context.setTimeout(0);
        try {
            writeHeaders((HttpServletResponse) context.getResponse());
            var wire = new SseConnection(context, ConnectionAbort.of(http), outbox);
            var reader =
                    new Subscriber(request.tenant(), request.token(), source, start, catchUpQueue::add, outbox, wire);
            // Whatever can still be refused is so before the first byte.
            reader.findInterest();
            statusEvents.tellFirst(reader);
            wire.open(reader::pump);
            openStreams.add(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void writeHeaders(HttpServletResponse response) {
        response.setContentType("text/event-stream");
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Content-Type-Options", "nosniff");
        // For nginx, which would otherwise wait until it has a page full.
        response.setHeader("X-Accel-Buffering", "no");
        // Pieces are made by us; the server's own buffer would only keep the end of one back.
        response.setBufferSize(1);
    }
}
