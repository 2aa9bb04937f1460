package dev.coppice.support;

import java.io.IOException;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.impl.io.MonitoringResponseOutOfOrderStrategy;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.util.Timeout;

/**
 * Sends a request in the thread of its caller. The tests send some hundred thousand: the JDK's client hands each request
 * from thread to thread, which takes four times the CPU time. Nothing is repeated, redirected or decompressed.
 */
final class BlockingHttp {
    /** As many as the classes with most threads need. */
    private static final int CONNECTIONS = 4000;

    private static final Timeout CONNECT = Timeout.ofSeconds(60);

    /** Reads an answer that begins before the whole body is sent, such as a refusal of a body that is too large. */
    private static final ManagedHttpClientConnectionFactory CONNECTION = ManagedHttpClientConnectionFactory.builder()
            .responseOutOfOrderStrategy(MonitoringResponseOutOfOrderStrategy.INSTANCE)
            .build();

    private static final CloseableHttpClient CLIENT = HttpClients.custom()
            .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                    .setConnectionFactory(CONNECTION)
                    .setDefaultConnectionConfig(
                            ConnectionConfig.custom().setConnectTimeout(CONNECT).build())
                    .setMaxConnPerRoute(CONNECTIONS)
                    .setMaxConnTotal(CONNECTIONS)
                    .build())
            .disableAutomaticRetries()
            .disableRedirectHandling()
            .disableContentCompression()
            .disableCookieManagement()
            .disableAuthCaching()
            .build();

    private BlockingHttp() {}

    /**
     * Returns the complete answer. Thread-safe. Not ended by an interruption.
     *
     * @param token bearer token; null for none
     * @param chunked whether the body is sent in chunks, without {@code Content-Length}
     * @param timeout longest time without a byte of the answer
     */
    static HttpAnswer send(SentRequest request, String token, boolean chunked, Duration timeout) throws IOException {
        var message = new HttpUriRequestBase(request.method(), request.uri());
        message.setConfig(
                RequestConfig.custom().setResponseTimeout(Timeout.of(timeout)).build());
        if (token != null) {
            message.addHeader("Authorization", "Bearer " + token);
        }
        request.headers().forEach((name, values) -> values.forEach(value -> message.addHeader(name, value)));
        if (request.body().length > 0) {
            message.setEntity(new ByteArrayEntity(request.body(), null, chunked));
        }
        long started = System.nanoTime();
        return CLIENT.execute(message, response -> {
            var entity = response.getEntity();
            var body = entity == null ? new byte[0] : EntityUtils.toByteArray(entity);
            var took = Duration.ofNanos(System.nanoTime() - started);
            return new HttpAnswer(request, response.getCode(), headers(response), body, took);
        });
    }

    /** The headers with their names in lower case, as the JDK's client returns them. */
    private static HttpHeaders headers(ClassicHttpResponse response) {
        var headers = new TreeMap<String, List<String>>();
        for (var header : response.getHeaders()) {
            var name = header.getName().toLowerCase(Locale.ROOT);
            headers.computeIfAbsent(name, key -> new ArrayList<>()).add(header.getValue());
        }
        return HttpHeaders.of(headers, (name, value) -> true);
    }
}
