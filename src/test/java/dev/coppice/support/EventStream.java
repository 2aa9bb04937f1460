package dev.coppice.support;

import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/**
 * Client of a stream of Server-Sent Events. It receives as long as it is open, without a thread of its own; what it has
 * received can be read at any time. Thread-safe.
 */
public final class EventStream implements Flow.Subscriber<String>, AutoCloseable {

    private static final Duration BOUND = Duration.ofSeconds(180);
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(60))
            .build();

    /** A received event; its id is null if it has none. {@code receivedAt} is {@link System#nanoTime}. */
    public record Event(String id, String name, String data, long receivedAt) {
        public JsonNode json() {
            return Json.parse(data);
        }

        public String at(String pointer) {
            return Json.text(json().at(pointer));
        }
    }

    private final CompletableFuture<HttpHeaders> headers = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final List<Event> events = new ArrayList<>();
    private final StringBuilder data = new StringBuilder();
    private Flow.Subscription subscription;
    private boolean closed;
    private String id;
    private String name;
    private String retry;
    private int comments;
    private int idsWithoutEvent;
    private volatile String lastEventId;

    EventStream() {}

    /** Opens a stream and returns when its headers have arrived; fails unless the status is 200. */
    public static EventStream open(HttpCall call) {
        var stream = new EventStream();
        CLIENT.sendAsync(call.open(), response -> {
                    if (response.statusCode() != 200) {
                        throw new AssertionError("Expected a stream, got " + response.statusCode());
                    }
                    stream.headers.complete(response.headers());
                    return BodyHandlers.fromLineSubscriber(stream).apply(response);
                })
                .whenComplete((response, failure) -> {
                    if (failure != null) {
                        stream.headers.completeExceptionally(failure);
                        stream.ended.complete(null);
                    }
                });
        stream.headers();
        return stream;
    }

    public HttpHeaders headers() {
        try {
            return headers.get(BOUND.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("The stream did not begin", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** All events with an id received so far: without status events. */
    public synchronized List<Event> events() {
        return events.stream().filter(event -> event.id() != null).toList();
    }

    /** The status events received so far; they have no id. */
    public synchronized List<Event> statuses() {
        return events.stream().filter(event -> event.id() == null).toList();
    }

    /** All events received so far, in order. */
    public synchronized List<Event> all() {
        return List.copyOf(events);
    }

    public List<String> names() {
        return events().stream().map(Event::name).toList();
    }

    /** One member of the data of each event of a name. */
    public List<String> all(String eventName, String member) {
        return events().stream()
                .filter(event -> event.name().equals(eventName))
                .map(event -> event.at("/" + member))
                .toList();
    }

    public synchronized int comments() {
        return comments;
    }

    /** The {@code retry} field in milliseconds, null before it was received, {@code twice} if it came again. */
    public synchronized String retry() {
        return retry;
    }

    /** The id to send as {@code Last-Event-ID} to resume; null before the first bytes. */
    public synchronized String lastEventId() {
        return lastEventId;
    }

    /** How many ids came without an event: one at the beginning, another one when the server stops. */
    public synchronized int idsWithoutEvent() {
        return idsWithoutEvent;
    }

    /** Waits, at most three minutes, until what was received fulfils the condition. */
    public EventStream until(String what, Predicate<EventStream> wanted) {
        Await.until(what, BOUND, () -> wanted.test(this));
        return this;
    }

    /** Waits until this number of events with an id was received. */
    public EventStream untilEvents(int count) {
        try {
            return until(count + " events", stream -> stream.events().size() >= count);
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + ", got " + all(), e);
        }
    }

    /** True when the server has ended the stream. */
    public boolean isOver() {
        return ended.isDone();
    }

    /** Closes the connection, also if the body of the answer has not begun yet. */
    @Override
    public synchronized void close() {
        closed = true;
        if (subscription != null) {
            subscription.cancel();
        }
    }

    @Override
    public synchronized void onSubscribe(Flow.Subscription newSubscription) {
        subscription = newSubscription;
        if (closed) {
            subscription.cancel();
        } else {
            subscription.request(Long.MAX_VALUE);
        }
    }

    /** Parses a line by the rules of the standard, as far as this server uses them. */
    @Override
    public synchronized void onNext(String line) {
        if (line.isEmpty()) {
            dispatch();
        } else if (line.startsWith(":")) {
            comments++;
        } else if (line.startsWith("data: ")) {
            data.append(data.length() == 0 ? "" : "\n").append(line.substring(6));
        } else if (line.startsWith("event: ")) {
            name = line.substring(7);
        } else if (line.startsWith("id: ")) {
            id = line.substring(4);
        } else if (line.startsWith("retry: ")) {
            retry = retry == null ? line.substring(7) : "twice";
        } else {
            throw new AssertionError("Not a line of an event stream: " + line);
        }
    }

    private void dispatch() {
        if (data.length() > 0) {
            events.add(new Event(id, name, data.toString(), System.nanoTime()));
        } else if (id != null) {
            idsWithoutEvent++;
        }
        lastEventId = id == null ? lastEventId : id;
        data.setLength(0);
        id = null;
        name = null;
    }

    @Override
    public void onError(Throwable failure) {
        ended.complete(null);
    }

    @Override
    public void onComplete() {
        ended.complete(null);
    }
}
