package dev.coppice.support;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * Lets a program in another language end a server and start it again: {@code POST /restart} ends it in an orderly way,
 * {@code POST /kill} by SIGKILL. Both are answered with 204 when the server is ready again. One request at a time.
 */
public final class ServerControl implements AutoCloseable {

    private static final int NO_BODY = -1;

    private final HttpServer http;

    private ServerControl(HttpServer http) {
        this.http = http;
    }

    /** Listens on a free port of the loopback interface. */
    public static ServerControl of(CoppiceServer server) {
        try {
            var http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            http.createContext("/restart", exchange -> answer(exchange, server::restart));
            http.createContext(
                    "/kill",
                    exchange -> answer(exchange, () -> {
                        server.kill9();
                        server.restart();
                    }));
            http.start();
            return new ServerControl(http);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Without a slash at the end. */
    public String uri() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    private static void answer(HttpExchange exchange, Runnable action) throws IOException {
        try (exchange) {
            try {
                action.run();
                exchange.sendResponseHeaders(204, NO_BODY);
            } catch (RuntimeException e) {
                var text = String.valueOf(e).getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(500, text.length);
                exchange.getResponseBody().write(text);
            }
        }
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
