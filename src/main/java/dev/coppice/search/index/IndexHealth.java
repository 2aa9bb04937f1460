package dev.coppice.search.index;

import dev.coppice.background.HealthCheck;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/**
 * Health check of this node's search index. It reports an index that does not work. The server stays ready all the
 * same, because everything except search works without the index.
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
