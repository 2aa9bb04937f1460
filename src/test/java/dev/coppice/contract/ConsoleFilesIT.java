package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.SharedServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of the console: headers, content types, compression, and the way there from the root. */
@DatabaseNeutral
class ConsoleFilesIT extends Contract {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
                    + "form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

    @ParameterizedTest
    @CsvSource({
        "/console/,text/html;charset=utf-8",
        "/console/index.html,text/html;charset=utf-8",
        "/console/app.js,text/javascript;charset=utf-8",
        "/console/css/base.css,text/css;charset=utf-8",
        "/console/icon.svg,image/svg+xml",
        "/console/vendor/README.md,text/plain;charset=utf-8"
    })
    void fileHasContentTypeAndPolicy(String path, String type) {
        var answer = fetch(path);
        assertEquals(200, answer.statusCode());
        assertEquals(type, header(answer, "Content-Type").replace(" ", "").toLowerCase());
        assertProtected(answer);
        assertEquals("no-cache", header(answer, "Cache-Control"));
        assertTrue(answer.body().length > 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/console/nothing.js", "/console/css/", "/console/WEB-INF/web.xml"})
    void otherFilesAreNotFound(String path) {
        var answer = fetch(path);
        assertEquals(404, answer.statusCode());
        assertProtected(answer);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/console/../WEB-INF/web.xml", "/console/..%2fWEB-INF/web.xml", "/console/%2e%2e/WEB-INF/web.xml"
            })
    void filesOutsideOfTheConsoleAreNotSent(String path) {
        var answer = fetch(path);
        assertTrue(answer.statusCode() == 404 || answer.statusCode() == 400, answer.toString());
    }

    @Test
    void unchangedFileIsNotSentAgain() {
        var first = fetch("/console/app.js");
        var again = fetch("/console/app.js", "If-None-Match", header(first, "ETag"));
        assertEquals(304, again.statusCode());
        assertEquals(0, again.body().length);
        assertProtected(again);
    }

    @Test
    void fileIsCompressedIfTheClientAcceptsGzip() throws IOException {
        var plain = fetch("/console/app.js");
        var zipped = fetch("/console/app.js", "Accept-Encoding", "gzip, deflate");
        assertEquals("gzip", header(zipped, "Content-Encoding"));
        assertTrue(zipped.body().length < plain.body().length);
        try (var in = new GZIPInputStream(new ByteArrayInputStream(zipped.body()))) {
            assertArrayEquals(plain.body(), in.readAllBytes());
        }
    }

    @Test
    void headIsAnsweredWithoutBody() {
        var answer = send(request("/console/app.js").method("HEAD", HttpRequest.BodyPublishers.noBody()));
        assertEquals(200, answer.statusCode());
        assertEquals(0, answer.body().length);
    }

    @Test
    void filesCannotBeWritten() {
        var answer = send(request("/console/app.js").POST(HttpRequest.BodyPublishers.ofString("x")));
        assertEquals(405, answer.statusCode());
    }

    @Test
    void folderWithoutSlashIsRedirected() {
        var answer = fetch("/console");
        assertEquals(301, answer.statusCode());
        assertEquals("/console/", URI.create(header(answer, "Location")).getPath());
    }

    @Test
    void rootRedirectsBrowsersOnly() {
        var browser = fetch("/", "Accept", "text/html,application/xhtml+xml,*/*;q=0.8");
        assertEquals(302, browser.statusCode());
        assertEquals("/console/", URI.create(header(browser, "Location")).getPath());
        for (var accept : new String[] {"*/*", "application/json"}) {
            var other = fetch("/", "Accept", accept);
            assertEquals(404, other.statusCode());
            assertTrue(new String(other.body(), StandardCharsets.UTF_8).contains("no-such-route"));
        }
    }

    private static void assertProtected(HttpResponse<byte[]> answer) {
        assertEquals(POLICY, header(answer, "Content-Security-Policy"));
        assertEquals("nosniff", header(answer, "X-Content-Type-Options"));
        assertEquals("no-referrer", header(answer, "Referrer-Policy"));
    }

    private static String header(HttpResponse<byte[]> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    private static HttpResponse<byte[]> fetch(String path, String... headers) {
        var request = request(path);
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(SharedServer.server().uri() + path));
    }

    private static HttpResponse<byte[]> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.build(), BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
