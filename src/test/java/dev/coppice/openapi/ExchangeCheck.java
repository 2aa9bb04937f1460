package dev.coppice.openapi;

import dev.coppice.support.Api;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.SentRequest;
import java.util.HashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** Checks every request and answer of the tests' HTTP client with the {@link OpenApiCheck}. */
public final class ExchangeCheck {

    private static final OpenApiCheck CHECK = new OpenApiCheck();

    private static final AtomicBoolean ENABLED = new AtomicBoolean();

    private ExchangeCheck() {}

    /**
     * Makes a test fail from now on if one of its exchanges violates the OpenAPI document. Further calls have no effect.
     */
    public static void enable() {
        if (ENABLED.compareAndSet(false, true)) {
            Api.observe(ExchangeCheck::check);
        }
    }

    private static void check(SentRequest request, HttpAnswer answer) {
        if (CoppiceServer.answersWithoutCoppice(answer)) {
            return;
        }
        var violations = CHECK.violations(exchange(request, answer));
        if (!violations.isEmpty()) {
            throw new AssertionError(
                    "The exchange violates openapi.yaml:\n  " + String.join("\n  ", violations) + "\nin " + answer);
        }
    }

    private static Exchange exchange(SentRequest request, HttpAnswer answer) {
        var headers = new HashMap<String, String>();
        answer.headers().map().forEach((name, values) -> headers.put(name, String.join(", ", values)));
        var types = request.headers().get("Content-Type");
        return new Exchange(
                request.method(),
                request.uri().getRawPath(),
                types == null ? null : types.get(0),
                request.body(),
                answer.status(),
                headers,
                answer.body());
    }
}
