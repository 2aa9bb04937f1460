package dev.coppice.llm;

import dev.coppice.llm.ChatFailure.Reason;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/**
 * Collects the body of an HTTP response, up to {@code maxBytes}. If the body is larger, cancels the request; the result
 * is then a {@link ChatFailure} with the reason {@link Reason#TOO_LARGE}.
 */
final class BoundedBody implements BodySubscriber<byte[]> {
    private final int maxBytes;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private Flow.Subscription source;

    BoundedBody(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /**
     * Returns a subscriber for a body that nobody reads: cancels the request immediately. Its result is an empty body.
     */
    static BodySubscriber<byte[]> discarding() {
        var body = new BoundedBody(0);
        body.whole.complete(new byte[0]);
        return body;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        source = subscription;
        if (whole.isDone()) {
            source.cancel();
        } else {
            source.request(Long.MAX_VALUE);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (var buffer : buffers) {
            if (whole.isDone()) {
                return;
            }
            if (buffer.remaining() > maxBytes - bytes.size()) {
                source.cancel();
                whole.completeExceptionally(
                        new ChatFailure(Reason.TOO_LARGE, "The model's answer has more than " + maxBytes + " bytes."));
                return;
            }
            var chunk = new byte[buffer.remaining()];
            buffer.get(chunk);
            bytes.write(chunk, 0, chunk.length);
        }
    }

    @Override
    public void onError(Throwable failure) {
        whole.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        whole.complete(bytes.toByteArray());
    }
}
