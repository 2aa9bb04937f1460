package dev.coppice;

import jakarta.inject.Inject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * The settings that several features use. Settings of a single feature are in that feature's own record.
 *
 * @param data directory that contains the embedded database, the file with the first token, and the search index
 * @param messageMaxBytes maximum size of a message, in bytes
 * @param bodyMaxBytes maximum size of the body of a request that contains messages, in bytes; at least
 *     {@code messageMaxBytes}
 * @param bodyHeapShare a number n: all large request bodies, and large responses that are built in memory, may together
 *     use 1/n of the heap, but at least {@code bodyMaxBytes}
 * @param envelopeMaxBytes maximum size of the body of a request that contains no messages, in bytes
 * @param metadataMaxLabels maximum number of labels of a session; a label is a top-level member of its metadata that is
 *     a string, number or boolean
 * @param appendMaxMessages maximum number of messages in one append
 * @param agentMaxBlocks maximum number of context blocks of one agent, and of one session
 * @param summaryMaxLength maximum length of a summary, in characters
 * @param queueLength maximum number of requests that wait on a node to write to the same session
 * @param queueWait maximum time that a request waits until it may write to the session
 * @param idempotencyKeep how long the response to a request with an idempotency key is stored
 * @param sweepInterval pause between two iterations of the sweep, which deletes data that clients can no longer see
 */
@SettingsGroup
public record Settings(
        Path data,
        int messageMaxBytes,
        int bodyMaxBytes,
        int bodyHeapShare,
        int envelopeMaxBytes,
        int metadataMaxLabels,
        int appendMaxMessages,
        int agentMaxBlocks,
        int summaryMaxLength,
        int queueLength,
        Duration queueWait,
        Duration idempotencyKeep,
        Duration sweepInterval)
        implements StoredSizes {
    public Settings {
        if (bodyMaxBytes < messageMaxBytes) {
            throw new IllegalArgumentException("coppice.body.max-bytes is below coppice.message.max-bytes");
        }
    }

    @Inject
    public Settings(SettingsReader in) {
        this(
                Path.of(in.text(
                        "coppice.data",
                        System.getProperty("user.home") + "/.coppice",
                        "Directory of the embedded database, the first token and the search index. It lies outside of"
                                + " the build's folders, so that a new build keeps it.")),
                in.number(
                        "coppice.message.max-bytes",
                        4 << 20,
                        1 << 10,
                        64 << 20,
                        "Largest message. A model's answer with its tool outputs is seldom above 1 MB, and the database"
                                + " driver holds a message in memory."),
                in.number(
                        "coppice.body.max-bytes",
                        16 << 20,
                        1 << 10,
                        256 << 20,
                        "Largest body of a request with messages. A batch of messages is held in memory once."),
                in.number(
                        "coppice.body.heap-share",
                        32,
                        2,
                        1000,
                        "Large bodies, and large answers that are built in memory, together use at most this fraction"
                                + " (1/n) of the heap, but never less than one and a half times the size that a body"
                                + " may have; other requests wait. One tenant gets at most half of it, but never less"
                                + " than one body may have. Reading a body needs about ten times its size."),
                in.number(
                        "coppice.envelope.max-bytes",
                        1 << 20,
                        1 << 10,
                        16 << 20,
                        "Largest body of a request without messages: sessions, metadata, usage."),
                in.number(
                        "coppice.metadata.max-labels",
                        200,
                        1,
                        10_000,
                        "Members of a session's metadata that are strings, numbers or booleans on the top level. Each is"
                                + " a row, so that lists can filter by it."),
                in.number(
                        "coppice.append.max-messages",
                        1000,
                        1,
                        10_000,
                        "Messages of one append. An append is one transaction and should lock the session only for a"
                                + " moment."),
                in.number(
                        "coppice.agent.max-blocks",
                        100,
                        1,
                        10_000,
                        "Context blocks of one agent, and of one session. Each is a section of the system prompt, and"
                                + " some need a query when the prompt is built."),
                in.number(
                        "coppice.compaction.summary-max-length",
                        100_000,
                        1000,
                        4_000_000,
                        "Longest summary, in characters. Every model call of the session contains it, so it should be"
                                + " short."),
                in.number(
                        "coppice.session.queue",
                        100,
                        1,
                        10_000,
                        "Writers of one session that may wait on a node; the next one gets 503 `busy`. More would take"
                                + " the threads of other sessions."),
                in.duration(
                        "coppice.session.queue-wait",
                        "PT5S",
                        "Longest wait of a writer for the other writers of its session on this node, then 503 `busy`."
                                + " It equals the lock timeout of H2 and PostgreSQL; MariaDB's is"
                                + " `innodb_lock_wait_timeout`."),
                in.duration(
                        "coppice.idempotency.keep",
                        "PT24H",
                        "How long the answer of an idempotency key is stored. Clients retry within minutes; a day covers"
                                + " a batch job that runs again the next morning."),
                in.duration(
                        "coppice.sweep.interval",
                        "PT2S",
                        "Pause between two sweeps, which purge expired and deleted data after it has become invisible."));
    }

    @Override
    public Map<String, Integer> storedSizes() {
        return Map.of("coppice.message.max-bytes", messageMaxBytes, "coppice.envelope.max-bytes", envelopeMaxBytes);
    }
}
