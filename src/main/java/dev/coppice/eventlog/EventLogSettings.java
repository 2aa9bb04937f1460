package dev.coppice.eventlog;

import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import jakarta.inject.Inject;
import java.time.Duration;

/**
 * Settings of the event log.
 *
 * @param interval pause between two iterations of the {@link Sequencer}, which assigns positions to committed events
 * @param keep age after which events are removed from the log
 * @param keepEnded how long the events of a session are kept after it was deleted or has expired
 * @param nodeAbsence how long a node may publish no position of its search index before the other nodes consider it
 *     absent; they then remove events even if that node has not indexed them
 */
@SettingsGroup
public record EventLogSettings(Duration interval, Duration keep, Duration keepEnded, Duration nodeAbsence) {
    @Inject
    public EventLogSettings(SettingsReader in) {
        this(
                in.duration(
                        "coppice.events.interval",
                        "PT0.5S",
                        "How late a committed event may get its position in the log, if no client of this node waits"
                                + " for events. Each run is a query."),
                in.duration(
                        "coppice.events.keep",
                        "P7D",
                        "Age after which events are trimmed. A reader can resume after a week's holiday."),
                in.duration(
                        "coppice.events.keep-ended",
                        "PT1M",
                        "How long the log keeps the events of a deleted or expired session. Subscribers receive them"
                                + " within a second, and after a reconnect within a few seconds."),
                in.duration(
                        "coppice.events.node-absence",
                        "P1D",
                        "Time after which a node that is not running no longer keeps old events in the log for its"
                                + " index. It rebuilds the index when it is back."));
    }
}
