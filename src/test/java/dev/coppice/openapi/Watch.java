package dev.coppice.openapi;

import dev.coppice.support.Api;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.SentRequest;
import java.util.HashMap;

/** Lets every exchange of the tests' client pass through the {@link OpenApiCheck}. */
public final class Watch {

    private static final OpenApiCheck CHECK = new OpenApiCheck();

    private Watch() {}

    /** From now on a test fails whose exchange leaves the document. */
    public static void everyExchange() {
        Api.observe(Watch::see);
    }

    private static void see(SentRequest request, HttpAnswer answer) {
        var violations = CHECK.violations(exchange(request, answer));
        if (!violations.isEmpty()) {
            throw new AssertionError(
                    "Not as openapi.yaml says:\n  " + String.join("\n  ", violations) + "\nin " + answer);
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
