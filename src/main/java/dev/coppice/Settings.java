package dev.coppice;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;

/**
 * Every setting of the application with its default and reason, read once at the start; a value out of range stops the
 * deployment and names itself. {@code coppice.x.y} comes from a system property, or from {@code COPPICE_X_Y}.
 */
@ApplicationScoped
public class Settings {
    private Config config;

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
    private Duration sequenceInterval;
    private Duration sweepInterval;
    private Duration searchInterval;
    private Duration searchTimeout;
    private int searchMaxWords;
    private int summaryMaxLength;
    private int compactionMaxBytes;
    private Duration compactionLease;
    private Duration compactionPause;
    private int contextMaxBytes;
    private int contextKeepVersions;
    private int contextMaxListed;
    private int contextMaxUnloaded;
    private int promptMaxBytes;
    private TurnSettings turn;
    private Duration searchCatchUp;
    private FeedSettings feed;
    private StateSettings state;
    private ProfileSettings profile;
    private S3Settings s3;
    private LlmSettings llm;

    protected Settings() {}

    @Inject
    Settings(Config config) {
        this.config = config;
        data = Path.of(config.getOptionalValue("coppice.data", String.class)
                .orElse(System.getProperty("user.home") + "/.coppice"));
        // A model's answer with its tool outputs is seldom over 1 MB; a page of a database driver must hold it whole.
        messageMaxBytes = number("coppice.message.max-bytes", 4 << 20, 1 << 10, 64 << 20);
        // A batch of messages is held in memory once.
        bodyMaxBytes = number("coppice.body.max-bytes", 16 << 20, 1 << 10, 256 << 20);
        // All large bodies at work together may take 1/n of the heap: each costs some ten times its size while it is
        // read.
        bodyHeapShare = number("coppice.body.heap-share", 32, 2, 1000);
        // Sessions, metadata, usage: nothing in them needs more.
        envelopeMaxBytes = number("coppice.envelope.max-bytes", 1 << 20, 1 << 10, 16 << 20);
        // Strings, numbers and booleans on the top level of metadata: each is a row, so that lists can filter by it.
        metadataMaxLabels = number("coppice.metadata.max-labels", 200, 1, 10_000);
        // One transaction a call: it should hold the session's lock for a moment only.
        appendMaxMessages = number("coppice.append.max-messages", 1000, 1, 10_000);
        // Blocks of one agent: each is a section of the system prompt, and some are a query when it is made.
        agentMaxBlocks = number("coppice.agent.max-blocks", 100, 1, 10_000);
        // Writers of one session that may wait on a node; more would take the threads of the other sessions.
        queueLength = number("coppice.session.queue", 100, 1, 10_000);
        // As long as a database lock wait: a writer is told within seconds that it must come again.
        queueWait = duration("coppice.session.queue-wait", "PT5S");
        // A client that retries does so within minutes; a day covers a batch job run again in the morning.
        idempotencyKeep = duration("coppice.idempotency.keep", "PT24H");
        // How late a committed event may get its position, and so reach a reader of the log.
        sequenceInterval = duration("coppice.events.interval", "PT0.2S");
        // How soon expired and deleted data is purged after it has become absent.
        sweepInterval = duration("coppice.sweep.interval", "PT2S");
        // How long the search index waits for more to take in: each turn is a commit of Lucene, which costs a sync.
        searchInterval = duration("coppice.search.interval", "PT0.5S");
        // After that a search answers with what it has found so far; whoever waits should not wait a second.
        searchTimeout = duration("coppice.search.timeout", "PT0.5S");
        // Words of a query that are looked for; more than a sentence says nothing more, and each costs a list of hits.
        searchMaxWords = number("coppice.search.max-words", 64, 1, 512);
        // A summary, in characters: it stands in every call of the model, and is meant to be short.
        summaryMaxLength = number("coppice.compaction.summary-max-length", 100_000, 1000, 4_000_000);
        // What one summary is made of is held in memory; what is more is left for the next one.
        compactionMaxBytes = number("coppice.compaction.max-bytes", 8 << 20, 1 << 10, 256 << 20);
        // A node that crashed while it was compacting keeps others from it so long: more than any summariser takes.
        compactionLease = duration("coppice.compaction.lease", "PT10M");
        // After a summariser has failed, a session is not compacted by itself for so long: each append would try again.
        compactionPause = duration("coppice.compaction.pause", "PT10S");
        // A block's text or an entry: a model reads it whole, and few models read a megabyte.
        contextMaxBytes = number("coppice.context.max-bytes", 1 << 20, 1 << 10, 16 << 20);
        // Texts that a block has had: enough to find what a model has overwritten, not so many that it fills the disk.
        contextKeepVersions = number("coppice.context.keep-versions", 1000, 1, 1_000_000);
        // Skills in a listing, which stands in the prompt: each costs some ten tokens in every call.
        contextMaxListed = number("coppice.context.max-listed", 1000, 1, 100_000);
        // Messages that one unload_context changes: each costs some ten statements, and the session is locked
        // meanwhile.
        contextMaxUnloaded = number("coppice.context.max-unloaded", 200, 1, 10_000);
        // All blocks of a session together, as they are read and rendered: a million tokens in most languages, and
        // memory.
        promptMaxBytes = number("coppice.prompt.max-bytes", 4 << 20, 1 << 10, 64 << 20);
        turn = new TurnSettings(
                // A million tokens in most languages, as many as models read; it is in memory some ten times.
                number("coppice.turn.max-bytes", 4 << 20, 1 << 10, 64 << 20));
        // How long a search that must find what was written just before waits for the index to take it in, at most.
        searchCatchUp = duration("coppice.search.catch-up", "PT2S");
        feed = eventFeed();
        state = new StateSettings(
                // As much as a message: an agent's component that has more to keep has a list.
                number("coppice.state.max-bytes", 4 << 20, 1 << 10, 64 << 20),
                // A list that is put whole is compared while the session is locked: a second or so at most.
                number("coppice.state.max-items", 100_000, 1, 1_000_000),
                // Components of an agent, each with its keys; all are cut off at once when the session goes.
                number("coppice.state.max-values", 1000, 1, 10_000));
        profile = profiles();
        s3 = objectStore();
        llm = chatModel();
        if (bodyMaxBytes < messageMaxBytes) {
            throw new IllegalArgumentException("coppice.body.max-bytes is below coppice.message.max-bytes");
        }
    }

    private FeedSettings eventFeed() {
        return new FeedSettings(
                // Proxies and load balancers close what is silent for 30 or 60 seconds.
                duration("coppice.feed.heartbeat", "PT15S"),
                // As browsers do by themselves; a node that restarts takes about as long.
                duration("coppice.feed.retry", "PT3S"),
                // A phone in a tunnel comes back; whoever takes nothing for longer resumes.
                duration("coppice.feed.stall", "PT30S"),
                // Some 250 events for each client; what is more waits in the log.
                number("coppice.feed.buffer-bytes", 64 << 10, 1 << 10, 16 << 20),
                // No thread each, but a socket and some ten kilobytes.
                number("coppice.feed.max-streams", 1000, 1, 100_000),
                // One tenant leaves room for others.
                number("coppice.feed.max-tenant-streams", 500, 1, 100_000),
                // A reader that was away for a weekend, or for a week's holiday, resumes.
                duration("coppice.events.keep", "P7D"),
                // A node that is down for longer builds its index anew, instead of keeping the log of all others.
                duration("coppice.events.node-absence", "P1D"));
    }

    /** Summaries and profiles are made beside the conversation: what they cost is bounded, and nobody waits for them. */
    private ProfileSettings profiles() {
        return new ProfileSettings(
                // A summary that follows its session has few new messages; a first one of a long session has as many as
                // this.
                number("coppice.summary.max-input-tokens", 32_000, 100, 10_000_000),
                // Some hundred prompts: what is older has been seen by the analyses before.
                number("coppice.profile.max-input-tokens", 8_000, 100, 10_000_000),
                // It stands in every call of the model, and is meant to be short.
                number("coppice.profile.max-bytes", 64 << 10, 1 << 10, 4 << 20),
                // Two calls of a model, each with its repetitions, take less.
                duration("coppice.profile.lease", "PT10M"),
                // After a model has failed, the end of the next turn does not ask it at once again.
                duration("coppice.profile.pause", "PT10S"),
                // Each waits for a model most of the time; more would not make the model faster.
                number("coppice.profile.workers", 4, 1, 100));
    }

    /** All of it is optional: without a bucket there is no store. */
    private S3Settings objectStore() {
        // Absent is AWS; then the region says where. Other stores take any region, and know buckets by their paths.
        var endpoint = text("coppice.s3.endpoint", null);
        boolean pathStyle =
                config.getOptionalValue("coppice.s3.path-style", Boolean.class).orElse(endpoint != null);
        // Each tenant has a folder of its own. A slash alone is no folder: for an operator with one tenant, because an
        // empty value counts as none.
        var root = text("coppice.s3.root", "{tenant}/");
        return new S3Settings(
                endpoint == null ? null : URI.create(endpoint),
                text("coppice.s3.region", "us-east-1"),
                text("coppice.s3.bucket", null),
                // Absent are whatever credentials the SDK finds: environment, profile, container, instance.
                text("coppice.s3.access-key", null),
                text("coppice.s3.secret-key", content("coppice.s3.secret-key-file")),
                pathStyle,
                root.equals("/") ? "" : root,
                // A prompt that waits longer for its listing of skills is better told so.
                duration("coppice.s3.timeout", "PT5S"),
                // A description costs a request to the store; a listing of more is nothing that a model reads.
                number("coppice.s3.max-skills", 1000, 1, 10_000));
    }

    /** All of it is optional: without an address there is no model, and nothing leaves the server. */
    private LlmSettings chatModel() {
        var baseUrl = LlmSettings.address(text("coppice.llm.base-url", null));
        return new LlmSettings(
                LlmSettings.Provider.of(text("coppice.llm.provider", "openai")),
                baseUrl,
                text("coppice.llm.model", null),
                // Absent for models of one's own, which often want none.
                text("coppice.llm.api-key", content("coppice.llm.api-key-file")),
                text("coppice.llm.max-tokens-field", LlmSettings.maxTokensField(baseUrl)),
                duration("coppice.llm.connect-timeout", "PT5S"),
                // A long summary at the pace of a slow model; reading a long conversation before it included.
                duration("coppice.llm.timeout", "PT2M"),
                // Two pauses that a busy endpoint asks for, and an answer.
                duration("coppice.llm.total-timeout", "PT4M"),
                // Each may cost money, and an endpoint that has failed three times is down.
                number("coppice.llm.tries", 3, 1, 10),
                // Every model in use can write as much; a longer summary would be no summary.
                number("coppice.llm.max-tokens", 4096, 256, 1_000_000),
                // Far more than an answer of that many tokens has, and nothing that hurts.
                number("coppice.llm.max-answer-bytes", 1 << 20, 1 << 10, 64 << 20),
                // About 100,000 tokens, which leaves room for the answer in a window of 128,000.
                number("coppice.llm.max-input-chars", 400_000, 4_000, 100_000_000));
    }

    private String text(String name, String value) {
        return config.getOptionalValue(name, String.class).orElse(value);
    }

    /** A secret that an orchestrator mounts as a file. */
    private String content(String name) {
        var file = text(name, null);
        try {
            return file == null ? null : Files.readString(Path.of(file)).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be read", e);
        }
    }

    private int number(String name, int value, int min, int max) {
        int number = config.getOptionalValue(name, Integer.class).orElse(value);
        if (number < min || number > max) {
            throw new IllegalArgumentException(name + " must be between " + min + " and " + max);
        }
        return number;
    }

    private Duration duration(String name, String value) {
        var duration =
                Duration.parse(config.getOptionalValue(name, String.class).orElse(value));
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException(name + " must be a positive ISO-8601 duration such as " + value);
        }
        return duration;
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

    public Duration sequenceInterval() {
        return sequenceInterval;
    }

    public Duration sweepInterval() {
        return sweepInterval;
    }

    public Duration searchInterval() {
        return searchInterval;
    }

    public Duration searchTimeout() {
        return searchTimeout;
    }

    public int searchMaxWords() {
        return searchMaxWords;
    }

    public int summaryMaxLength() {
        return summaryMaxLength;
    }

    public int compactionMaxBytes() {
        return compactionMaxBytes;
    }

    public Duration compactionLease() {
        return compactionLease;
    }

    public Duration compactionPause() {
        return compactionPause;
    }

    public int contextMaxBytes() {
        return contextMaxBytes;
    }

    /** Of a body that holds such a text: in JSON it may be six times as long as it is. */
    public int contextBodyMaxBytes() {
        return Math.max(envelopeMaxBytes, contextMaxBytes * 6);
    }

    public int contextKeepVersions() {
        return contextKeepVersions;
    }

    public int contextMaxListed() {
        return contextMaxListed;
    }

    public int contextMaxUnloaded() {
        return contextMaxUnloaded;
    }

    public int promptMaxBytes() {
        return promptMaxBytes;
    }

    public TurnSettings turn() {
        return turn;
    }

    public Duration searchCatchUp() {
        return searchCatchUp;
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
