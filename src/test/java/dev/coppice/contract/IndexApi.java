package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.Await;
import dev.coppice.support.HttpAnswer;
import java.time.Duration;
import java.util.List;

/** The words in which tests have the index rebuilt and verified. */
final class IndexApi {
    /** Place in the order of test classes: a walk takes as long as there is much to walk through. */
    static final int FIRST = 1;

    private static final Duration LONG = Duration.ofSeconds(300);

    private IndexApi() {}

    /** Begins a walk and waits for its end; the answer is the status then. */
    static HttpAnswer walk(String name) {
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

    /** Compares index and tables, and finds nothing to repair. */
    static void verifyNothingIsWrong() {
        var verified = walk("verify");
        for (var finding : List.of("missing", "wrong", "stale")) {
            assertEquals(0, verified.number("/verify/" + finding), verified.text());
        }
    }
}
