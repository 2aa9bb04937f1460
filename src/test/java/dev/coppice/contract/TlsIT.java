package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import dev.coppice.support.TlsServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * TLS by the server itself, configured by the commands of the page on operations. Slow clients over TLS are given up
 * like those of {@link SlowClientsIT}. Runs in the profile {@code chaos}.
 */
@DatabaseNeutral
@Tag("chaos-only")
class TlsIT {
    private static final Duration WAIT = Duration.ofSeconds(8);

    /** The limit of the promise. */
    private static final Duration CLOSED = Duration.ofSeconds(30);

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int MEBIBYTE = 1 << 20;
    private static final int MESSAGES = 12;
    private static final int STEP_MILLIS = 500;

    private static TlsServer server;

    @BeforeAll
    static void start() throws IOException {
        server = TlsServer.start("tls", WAIT);
        var api = server.api();
        api.put(Contract.SESSION, "s").send().expect(201);
        for (int n = 0; n < MESSAGES; n++) {
            api.post(Contract.MESSAGES, "s")
                    .json(Contract.batch(Contract.message("large" + n, "x".repeat(MEBIBYTE))))
                    .send()
                    .expect(201);
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static HttpClient client(HttpClient.Version version) {
        return HttpClient.newBuilder()
                .sslContext(server.trusted())
                .version(version)
                .build();
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.uri().resolve(path)).header("Authorization", "Bearer " + server.token());
    }

    @Test
    void bothVersionsOfHttpAreServed() throws Exception {
        for (var version : List.of(HttpClient.Version.HTTP_1_1, HttpClient.Version.HTTP_2)) {
            var answer = client(version).send(request("/v1/sessions/s").build(), BodyHandlers.ofString());
            assertEquals(200, answer.statusCode());
            assertEquals(version, answer.version());
        }
    }

    /** 127.0.0.2 is an address of the machine that is not the one of the port without TLS. */
    @Test
    void onlyThePortWithTlsIsOpenForOthers() throws IOException {
        var plain = server.httpPort();
        assertEquals("rejected", connect("127.0.0.2", plain));
        assertEquals("accepted", connect("127.0.0.1", plain));
        assertEquals("accepted", connect("127.0.0.2", server.port()));
    }

    private static String connect(String address, int port) throws IOException {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port));
            return "accepted";
        } catch (ConnectException e) {
            return "rejected";
        }
    }

    @Test
    void slowHeadersAndBodiesAreRefused() throws IOException {
        var post = "POST /v1/sessions/s/messages HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                + "Authorization: Bearer " + server.token() + "\r\n";
        assertEquals("", answerToSlow("GET /health/live HTTP/1.1\r\nHost: x\r\n", "X-A: b\r\n"));
        for (var length : List.of("1000", "1000000")) {
            var answer = answerToSlow(post + "Content-Length: " + length + "\r\n\r\n{", " ");
            assertTrue(answer.startsWith("HTTP/1.1 408 "), answer);
        }
    }

    /** Sends a beginning, then a step now and then, until the server closes the connection. Returns its answer. */
    private static String answerToSlow(String beginning, String step) throws IOException {
        long start = System.nanoTime();
        var answer = new StringBuilder();
        try (var socket = server.connect()) {
            socket.setSoTimeout(STEP_MILLIS);
            send(socket, beginning);
            Await.until("the server closes the connection", LONG, () -> {
                send(socket, step);
                return isOver(socket, answer);
            });
        }
        assertClosed(start);
        return answer.toString();
    }

    private static void assertClosed(long start) {
        var took = Duration.ofNanos(System.nanoTime() - start);
        System.out.printf("closed after %.1f s%n", took.toMillis() / 1000.0);
        assertTrue(took.compareTo(CLOSED) < 0, "closed after " + took);
    }

    private static void send(SSLSocket socket, String text) {
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException closed) {
            return; // what the server has answered before can still be read
        }
    }

    /** Reads what has arrived. Returns true if the server has closed the connection. */
    private static boolean isOver(SSLSocket socket, StringBuilder answer) {
        try {
            int read = socket.getInputStream().read();
            if (read >= 0) {
                answer.append((char) read);
                answer.append(new String(socket.getInputStream()
                        .readNBytes(socket.getInputStream().available())));
            }
            return read < 0;
        } catch (SocketTimeoutException nothingArrived) {
            return false;
        } catch (IOException closed) {
            return true;
        }
    }

    /** The answer is larger than all buffers on the way. It ends early, because the server does not wait for a reader. */
    @Test
    void readerThatDoesNotReadIsGivenUp() throws IOException {
        try (var socket = server.connect()) {
            send(socket, "GET /v1/export HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + server.token() + "\r\n\r\n");
            assertEquals('H', socket.getInputStream().read());
            long start = System.nanoTime();
            Await.until("the server gives up the reader", CLOSED.plus(LONG), () -> gaveUp(start));
            long bytes = 0;
            try {
                bytes = socket.getInputStream().transferTo(OutputStream.nullOutputStream());
            } catch (IOException cut) {
                System.out.println("the connection was cut: " + cut.getMessage());
            }
            assertTrue(bytes < (long) MESSAGES * MEBIBYTE, bytes + " bytes were sent");
        }
    }

    /** Whether the time of the promise is over. */
    private static boolean gaveUp(long start) {
        return System.nanoTime() - start > CLOSED.toNanos();
    }
}
