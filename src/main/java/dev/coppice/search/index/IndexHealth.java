package dev.coppice.search.index;

import dev.coppice.background.HealthCheck;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/**
 * Health check of this node's search index. The check fails while the index is in the state
 * {@link IndexStatus.State#DEGRADED}. The server stays ready nevertheless, because everything except search works
 * without the index.
 */
@ApplicationScoped
public class IndexHealth implements HealthCheck {
    @Inject
    private Index index;

    @Override
    public boolean isNeeded() {
        return false;
    }

    @Override
    public Health check() {
        var state = index.state();
        double lag = index.lagSeconds();
        return new Health("index", state != IndexStatus.State.DEGRADED, out -> {
            out.writeStartObject();
            out.writeStringField("state", state.word());
            out.writeNumberField("lagSeconds", lag);
            out.writeEndObject();
        });
    }
}
