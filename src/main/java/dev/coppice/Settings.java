package dev.coppice;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;

/**
 * Every setting of the application, read once at the start: the general ones here with default and reason, those of a
 * room in a record of its own. A value out of range stops the deployment and names itself. {@code coppice.x.y} comes from
 * a system property, or from {@code COPPICE_X_Y}.
 */
@ApplicationScoped
public class Settings {
    private Path data;
    private int messageMaxBytes;
    private int bodyMaxBytes;
    private int envelopeMaxBytes;
    private int bodyHeapShare;
    private int appendMaxMessages;
    private int metadataMaxLabels;
    private int agentMaxBlocks;
    private int queueLength;
    private Duration queueWait;
    private Duration idempotencyKeep;
    private Duration sweepInterval;
    private ContextSettings context;
    private CompactionSettings compaction;
    private SearchSettings search;
    private TurnSettings turn;
    private FeedSettings feed;
    private StateSettings state;
    private ProfileSettings profile;
    private S3Settings s3;
    private LlmSettings llm;

    protected Settings() {}

    @Inject
    Settings(Config config) {
        var in = new SettingsReader(config);
        data = Path.of(in.text("coppice.data", System.getProperty("user.home") + "/.coppice"));
        // A model's answer with its tool outputs is seldom over 1 MB; a page of a database driver must hold it whole.
        messageMaxBytes = in.number("coppice.message.max-bytes", 4 << 20, 1 << 10, 64 << 20);
        // A batch of messages is held in memory once.
        bodyMaxBytes = in.number("coppice.body.max-bytes", 16 << 20, 1 << 10, 256 << 20);
        // All large bodies at work together may take 1/n of the heap: each costs some ten times its size while it is
        // read.
        bodyHeapShare = in.number("coppice.body.heap-share", 32, 2, 1000);
        // Sessions, metadata, usage: nothing in them needs more.
        envelopeMaxBytes = in.number("coppice.envelope.max-bytes", 1 << 20, 1 << 10, 16 << 20);
        // Strings, numbers and booleans on the top level of metadata: each is a row, so that lists can filter by it.
        metadataMaxLabels = in.number("coppice.metadata.max-labels", 200, 1, 10_000);
        // One transaction a call: it should hold the session's lock for a moment only.
        appendMaxMessages = in.number("coppice.append.max-messages", 1000, 1, 10_000);
        // Blocks of one agent: each is a section of the system prompt, and some are a query when it is made.
        agentMaxBlocks = in.number("coppice.agent.max-blocks", 100, 1, 10_000);
        // Writers of one session that may wait on a node; more would take the threads of the other sessions.
        queueLength = in.number("coppice.session.queue", 100, 1, 10_000);
        // As long as a database lock wait: a writer is told within seconds that it must come again.
        queueWait = in.duration("coppice.session.queue-wait", "PT5S");
        // A client that retries does so within minutes; a day covers a batch job run again in the morning.
        idempotencyKeep = in.duration("coppice.idempotency.keep", "PT24H");
        // How soon expired and deleted data is purged after it has become absent.
        sweepInterval = in.duration("coppice.sweep.interval", "PT2S");
        context = ContextSettings.of(in);
        compaction = CompactionSettings.of(in);
        search = SearchSettings.of(in);
        turn = TurnSettings.of(in);
        feed = FeedSettings.of(in);
        state = StateSettings.of(in);
        profile = ProfileSettings.of(in);
        s3 = S3Settings.of(in);
        llm = LlmSettings.of(in);
        if (bodyMaxBytes < messageMaxBytes) {
            throw new IllegalArgumentException("coppice.body.max-bytes is below coppice.message.max-bytes");
        }
    }

    /** Where the embedded database, the first token and the indexes live. */
    public Path data() {
        return data;
    }

    public int messageMaxBytes() {
        return messageMaxBytes;
    }

    public int bodyMaxBytes() {
        return bodyMaxBytes;
    }

    public int bodyHeapShare() {
        return bodyHeapShare;
    }

    public int envelopeMaxBytes() {
        return envelopeMaxBytes;
    }

    public int appendMaxMessages() {
        return appendMaxMessages;
    }

    public int metadataMaxLabels() {
        return metadataMaxLabels;
    }

    public int agentMaxBlocks() {
        return agentMaxBlocks;
    }

    public int queueLength() {
        return queueLength;
    }

    public Duration queueWait() {
        return queueWait;
    }

    public Duration idempotencyKeep() {
        return idempotencyKeep;
    }

    public Duration sweepInterval() {
        return sweepInterval;
    }

    /** Of a body that holds such a text: in JSON it may be six times as long as it is. */
    public int contextBodyMaxBytes() {
        return Math.max(envelopeMaxBytes, context.maxBytes() * 6);
    }

    public ContextSettings context() {
        return context;
    }

    public CompactionSettings compaction() {
        return compaction;
    }

    public SearchSettings search() {
        return search;
    }

    public TurnSettings turn() {
        return turn;
    }

    public FeedSettings feed() {
        return feed;
    }

    public StateSettings state() {
        return state;
    }

    public ProfileSettings profile() {
        return profile;
    }

    public S3Settings s3() {
        return s3;
    }

    public LlmSettings llm() {
        return llm;
    }
}
