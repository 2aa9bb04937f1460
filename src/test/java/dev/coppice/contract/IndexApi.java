package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.Await;
import dev.coppice.support.HttpAnswer;
import java.time.Duration;
import java.util.List;

/** Rebuilds and verifies the whole index of the shared server. Only for classes that run alone. */
final class IndexApi {
    /** {@code @Order} of such classes, which run first while the index is small, and of others that take or wait long. */
    static final int FIRST = 1;

    private static final Duration LONG = Duration.ofSeconds(300);

    private IndexApi() {}

    /** Starts {@code rebuild} or {@code verify}, waits for its end and returns the status. */
    static HttpAnswer runToEnd(String name) {
        var begun = Contract.api().post(SearchApi.INDEX + "/" + name).send().expect(202);
        assertEquals(
                SearchApi.index(Contract.api()).json().propertyNames(),
                begun.json().propertyNames());
        Await.until(name + " is over", LONG, () -> {
            var status = SearchApi.index(Contract.api());
            return "ok".equals(status.at("/state")) && status.at("/" + name + "/finishedAt") != null;
        });
        return SearchApi.index(Contract.api());
    }

    /** Compares the index with the tables and asserts that they agree. */
    static void assertNothingToRepair() {
        var verified = runToEnd("verify");
        for (var finding : List.of("missing", "wrong", "stale")) {
            assertEquals(0, verified.number("/verify/" + finding), verified.text());
        }
    }
}
