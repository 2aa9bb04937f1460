package dev.coppice.boot;

import io.undertow.server.AbstractServerConnection;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.protocol.http.HttpContinue;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Undertow handler that keeps slow clients from occupying worker threads. A thread that reads a body or writes a
 * response waits for the client for a limited time ({@link WaitAllowance}), and at most half of the threads wait at the
 * same time ({@link WaitingClients}). Normally, a request gets a thread immediately: its body usually follows the
 * headers within microseconds, and waiting for the body on the I/O thread would cost more. While many threads wait, a
 * request with a small body gets a thread only when its body has arrived ({@link SmallBody}). Thread-safe.
 */
public final class SlowClientHandler implements HttpHandler {
    private static final String WAIT = "coppice.http.client-wait";
    private static final String RATE = "coppice.http.client-rate";

    /**
     * Maximum number of requests that wait for a small body without a thread. Their buffers have at most 32 MiB
     * together. Further requests get a thread immediately.
     */
    private static final int MAX_SMALL_BODIES = 2048;

    /** The waiting clients of all handlers; the server has one handler. */
    private static final Set<WaitingClients> ALL = ConcurrentHashMap.newKeySet();

    private final HttpHandler next;
    private final Duration timeout;
    private final long rate;
    private final WaitingClients clients;
    private final AtomicInteger smallBodies = new AtomicInteger();

    /**
     * Creates the handler. Undertow calls this constructor. Throws {@code IllegalArgumentException} if a setting is
     * invalid.
     *
     * @param next the handler that processes the request
     */
    public SlowClientHandler(HttpHandler next) {
        this.next = next;
        timeout = setting(WAIT, Duration.ofSeconds(20), Duration::parse);
        rate = setting(RATE, 1024L, Long::parseLong);
        clients = new WaitingClients(setting("coppice.http.threads", 256, Integer::parseInt));
        if (timeout.isNegative() || timeout.isZero() || rate < 1) {
            throw new IllegalArgumentException(WAIT + " and " + RATE + " must be positive");
        }
        ALL.add(clients);
    }

    /** Ends all waits for clients, and lets later ones fail until {@link #admitClients}. */
    static void giveUpClients() {
        ALL.forEach(WaitingClients::giveUpAll);
    }

    /** Ends the effect of {@link #giveUpClients}. */
    static void admitClients() {
        ALL.forEach(WaitingClients::admit);
    }

    private static <T> T setting(String name, T byDefault, Function<String, T> reader) {
        try {
            return ServerSetting.of(name).map(reader).orElse(byDefault);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(name + " is invalid", e);
        }
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) throws Exception {
        var connection = exchange.getConnection();
        exchange.addResponseWrapper(
                (factory, request) -> new TimedSink(factory.create(), connection, clients, allowance()));
        if (exchange.isRequestComplete() || hasArrived(exchange)) {
            next.handleRequest(exchange);
            return;
        }
        exchange.addRequestWrapper((factory, request) -> new TimedSource(factory.create(), clients, allowance()));
        if (clients.areMany() && isSmall(exchange) && smallBodies.get() < MAX_SMALL_BODIES) {
            SmallBody.receive(exchange, next, timeout, smallBodies);
        } else {
            next.handleRequest(exchange);
        }
    }

    private WaitAllowance allowance() {
        return new WaitAllowance(timeout, rate);
    }

    /** True if the server has read the whole body together with the headers, as is usual for a small one. */
    private static boolean hasArrived(HttpServerExchange exchange) {
        long length = exchange.getRequestContentLength();
        return length >= 0
                && exchange.getConnection() instanceof AbstractServerConnection connection
                && connection.getExtraBytes() != null
                && connection.getExtraBytes().getBuffer().remaining() >= length;
    }

    /**
     * True if the body fits into one buffer, or if its length is unknown. False if the client waits for the status 100
     * before it sends the body, or if the calling thread is not an I/O thread.
     */
    private static boolean isSmall(HttpServerExchange exchange) {
        return exchange.isInIoThread()
                && exchange.getRequestContentLength()
                        <= exchange.getConnection().getBufferSize()
                && !HttpContinue.requiresContinueResponse(exchange);
    }
}
