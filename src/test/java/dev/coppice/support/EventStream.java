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
 * A client of Server-Sent Events that reads along, as long as it is open, without a thread of its own. What it has got can
 * be looked at at any time. Safe for threads.
 */
public final class EventStream implements Flow.Subscriber<String>, AutoCloseable {

    private static final Duration BOUND = Duration.ofSeconds(180);
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    /** An event as it came; the id is null when it had none. */
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
    private volatile String lastEventId;

    EventStream() {}

    /** Opens a stream and returns when it has begun; fails unless that is answered with 200. */
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

    /** All that came so far but the states that pass. */
    public synchronized List<Event> events() {
        return events.stream().filter(event -> event.id() != null).toList();
    }

    /** The states that came so far. */
    public synchronized List<Event> statuses() {
        return events.stream().filter(event -> event.id() == null).toList();
    }

    /** Everything that came so far, in its order. */
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

    /** The wait that the server asked for, in milliseconds, or null. */
    public synchronized String retry() {
        return retry;
    }

    /** What a client sends back to go on; null before the first event. */
    public String lastEventId() {
        return lastEventId;
    }

    /** Waits until what came so far is as wanted. */
    public EventStream until(String what, Predicate<EventStream> wanted) {
        Await.until(what, BOUND, () -> wanted.test(this));
        return this;
    }

    /** Waits until so many events with an id have come. */
    public EventStream untilEvents(int count) {
        try {
            return until(count + " events", stream -> stream.events().size() >= count);
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + ", got " + all(), e);
        }
    }

    public boolean isOver() {
        return ended.isDone();
    }

    /** Hangs up; also when the body of the answer, which comes behind its head, has not begun yet. */
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

    /** The standard's own rules, as far as this server needs them. */
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
            throw new AssertionError("No line of an event stream: " + line);
        }
    }

    private void dispatch() {
        if (data.length() > 0) {
            events.add(new Event(id, name, data.toString(), System.nanoTime()));
            lastEventId = id == null ? lastEventId : id;
        }
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
