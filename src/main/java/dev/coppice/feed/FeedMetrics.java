package dev.coppice.feed;

import dev.coppice.eventlog.LogWatch;
import dev.coppice.metrics.MetricSource;
import dev.coppice.metrics.MetricText;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/**
 * Metrics of this node's event streams: how many are open, and how far they are behind the end of the event log.
 * Thread-safe.
 */
@ApplicationScoped
public class FeedMetrics implements MetricSource {
    @Inject
    private OpenStreams openStreams;

    @Inject
    private LiveFeed liveFeed;

    @Inject
    private LogWatch watch;

    @Override
    public void write(MetricText out) {
        long last = watch.knownPosition();
        // Live subscribers of quiet topics keep an old position, but lag no more than the reader that serves them.
        long lag = Math.max(0, last - liveFeed.position());
        int live = 0;
        int behind = 0;
        for (var subscriber : openStreams.all()) {
            if (subscriber.isLive()) {
                live++;
            } else {
                behind++;
                lag = Math.max(lag, last - subscriber.position());
            }
        }
        out.gauges("coppice_feed_streams", "Open event streams: live ones, and those that read older events.")
                .sample(live, "state", "live")
                .sample(behind, "state", "behind");
        out.gauges("coppice_feed_lag_events", "Most events that an open stream is behind the event log.")
                .sample(lag);
        out.gauges("coppice_event_log_position", "Last position of the event log that this node has seen.")
                .sample(last);
    }
}
