package dev.coppice.llm;

import dev.coppice.llm.ChatFailure.Reason;
import dev.coppice.metrics.Counter;
import dev.coppice.metrics.CounterMap;
import dev.coppice.metrics.Histogram;
import dev.coppice.metrics.MetricSource;
import dev.coppice.metrics.MetricText;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.function.Supplier;

/** Counts the calls of the chat model on this node. Thread-safe. */
@ApplicationScoped
public class ModelMetrics implements MetricSource {
    private final Counter answered = new Counter();
    private final CounterMap<Reason> failed = new CounterMap<>(Reason.class);
    private final Counter requests = new Counter();
    private final Counter inputTokens = new Counter();
    private final Counter outputTokens = new Counter();
    private final Histogram durations = new Histogram();

    /**
     * Makes a model call, records its duration and whether it succeeded, and returns the answer. One model call may
     * send several HTTP requests.
     *
     * @param call makes the call; throws {@link ChatFailure} if it fails
     */
    String record(Supplier<String> call) {
        long start = System.nanoTime();
        try {
            var answer = call.get();
            answered.increment();
            return answer;
        } catch (ChatFailure e) {
            failed.of(e.reason()).increment();
            throw e;
        } finally {
            durations.recordSince(start);
        }
    }

    /** Counts an HTTP request that a model call sends to the endpoint. */
    void requested() {
        requests.increment();
    }

    /** Counts the tokens of a request and of its answer, even if the answer cannot be used. */
    void used(ChatUsage usage) {
        inputTokens.add(usage.input());
        outputTokens.add(usage.output());
    }

    @Override
    public void write(MetricText out) {
        out.counters("coppice_model_calls_total", "Calls of the model by outcome.")
                .sample(answered, "outcome", "answered");
        for (var reason : Reason.values()) {
            out.sample(failed.of(reason), "outcome", reason.word());
        }
        out.counters("coppice_model_requests_total", "Requests to the model's endpoint, repeated ones included.")
                .sample(requests);
        out.counters("coppice_model_tokens_total", "Tokens of requests and answers, as the endpoint counts them.")
                .sample(inputTokens, "kind", "input")
                .sample(outputTokens, "kind", "output");
        out.histograms(
                        "coppice_model_call_duration_seconds",
                        "Time of calls of the model, with repetitions and pauses.")
                .sample(durations);
    }
}
