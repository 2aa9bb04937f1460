package dev.coppice.message;

import dev.coppice.message.MessageEvent.MessageAppended;
import dev.coppice.metrics.Counter;
import dev.coppice.metrics.MetricSource;
import dev.coppice.metrics.MetricText;
import dev.coppice.session.ChangesCommitted;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/**
 * Counts the messages that were appended on this node. A message counts after the commit of its transaction.
 * Thread-safe.
 */
@ApplicationScoped
public class MessageMetrics implements MetricSource {
    private final Counter appends = new Counter();
    private final Counter messages = new Counter();
    private final Counter tokens = new Counter();

    void committed(@Observes ChangesCommitted committed) {
        for (var change : committed.changes()) {
            int appended = 0;
            for (var event : change.events()) {
                if (event instanceof MessageAppended message) {
                    appended++;
                    tokens.add(message.tokens());
                }
            }
            if (appended > 0) {
                appends.increment();
                messages.add(appended);
            }
        }
    }

    @Override
    public void write(MetricText out) {
        out.counters("coppice_appends_total", "Committed appends with at least one new message.")
                .sample(appends);
        out.counters("coppice_messages_total", "Appended messages.").sample(messages);
        out.counters("coppice_message_tokens_total", "Tokens of the appended messages, as Coppice counts them.")
                .sample(tokens);
    }
}
