package dev.coppice.context.s3;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.logging.Logger;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Client of this server's object store: one bucket, accessed by full object names. Does not check access rights. Every
 * method that sends requests throws 503 {@code unavailable} if no store is configured, if the store reports an error,
 * or if it does not answer within {@code coppice.s3.timeout}. Thread-safe.
 */
@ApplicationScoped
public class ObjectStore {
    private static final Logger LOG = Logger.getLogger(ObjectStore.class.getName());
    private static final int PAGE = 1000;
    /**
     * Maximum number of pages that one listing requests; a page has up to 1,000 objects. Eleven pages are enough for
     * 10,000 skills, the highest value of {@code coppice.s3.max-skills}. The limit also ends a listing in which most
     * objects are not skills.
     */
    private static final int MAX_PAGES = 11;

    /**
     * Maximum number of metadata requests that a node sends at the same time. It limits the load on the store, and is
     * high enough that many small requests do not take long.
     */
    private static final int CONCURRENT_REQUESTS = 16;

    private static final long IDLE_SECONDS = 10;
    private static final int MAX_CAUSES = 50;

    /**
     * An object of the object store, without its content.
     *
     * @param name full name of the object
     * @param metadata the object's user metadata by name, as stored; {@link HeaderText#decode} decodes a value
     */
    public record Described(String name, Map<String, String> metadata) {}

    private S3Settings settings;
    private int maxBytes;
    private ThreadPoolExecutor threads;
    private S3Client client;

    @Resource
    private ManagedThreadFactory factory;

    protected ObjectStore() {}

    @Inject
    ObjectStore(S3Settings settings, Settings general) {
        this.settings = settings;
        this.maxBytes = general.messageMaxBytes();
    }

    /**
     * Creates a client for tests that run without a container. It must be closed after use.
     *
     * @param settings address and credentials of the store
     * @param maxBytes maximum size of an object's text that is read or written, in bytes of UTF-8
     * @param factory creates the threads of concurrent requests
     */
    public ObjectStore(S3Settings settings, int maxBytes, ThreadFactory factory) {
        this.settings = settings;
        this.maxBytes = maxBytes;
        start(factory);
    }

    /** Starts the threads of this client. The container calls this method after it has created the client. */
    @PostConstruct
    void open() {
        start(factory);
    }

    private void start(ThreadFactory threadFactory) {
        threads = new ThreadPoolExecutor(
                CONCURRENT_REQUESTS,
                CONCURRENT_REQUESTS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                threadFactory);
        threads.allowCoreThreadTimeOut(true);
    }

    /** Interrupts running requests for metadata and closes the client. Called by the container at shutdown. */
    @PreDestroy
    public synchronized void close() {
        threads.shutdownNow();
        if (client != null) {
            client.close();
        }
    }

    /**
     * Returns the root of a tenant: the text with which all object names of the tenant begin, for example
     * {@code acme/}. May be empty; see {@code coppice.s3.root}.
     */
    public String root(String tenant) {
        return settings.root(tenant);
    }

    /** Returns the maximum number of skill documents in one list: {@code coppice.s3.max-skills}. */
    public int maxSkills() {
        return settings.maxSkills();
    }

    /**
     * Returns the names that begin with a prefix, of objects that the predicate accepts, in byte order. Examines at
     * most 11,000 objects and leaves out all later ones. Sends one request per 1,000 objects.
     *
     * @param prefix start of the names; may be empty
     * @param after the listing begins after this name; null to begin with the first
     * @param limit maximum number of names to return
     * @param accepted selects the objects to list
     */
    public List<String> names(String prefix, String after, int limit, Predicate<S3Object> accepted) {
        var names = new ArrayList<String>();
        var request = ListObjectsV2Request.builder()
                .bucket(settings.bucket())
                .prefix(prefix)
                .startAfter(after)
                .maxKeys(PAGE)
                .build();
        boolean more = true;
        for (int pages = 0; more && pages < MAX_PAGES && names.size() < limit; pages++) {
            var current = request;
            var page = send(s3 -> s3.listObjectsV2(current));
            page.contents().stream()
                    .filter(accepted)
                    .map(S3Object::key)
                    .limit((long) limit - names.size())
                    .forEach(names::add);
            more = Boolean.TRUE.equals(page.isTruncated());
            request = request.copy(next -> next.continuationToken(page.nextContinuationToken()));
        }
        return names;
    }

    /**
     * Returns the metadata of several objects, in the given order. Leaves out missing objects. Sends one request per
     * object, at most 16 concurrently on a node. Throws 503 {@code unavailable} if they do not all end within
     * {@code coppice.s3.timeout}.
     *
     * @param names full object names
     */
    public List<Described> metadata(List<String> names) {
        var tasks = names.stream()
                .map(name -> (Callable<Optional<Described>>)
                        () -> metadata(name).map(metadata -> new Described(name, metadata)))
                .toList();
        var described = new ArrayList<Described>();
        try {
            for (var done : threads.invokeAll(tasks, settings.timeout().toMillis(), TimeUnit.MILLISECONDS)) {
                done.get().ifPresent(described::add);
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Problem problem ? problem : unavailable(e.getCause());
        } catch (CancellationException e) {
            throw unavailable(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable(e);
        }
        return described;
    }

    /**
     * Returns the user metadata of an object as a map from names to values, as stored; empty if there is no object with
     * this name.
     */
    public Optional<Map<String, String>> metadata(String name) {
        return find(s3 ->
                s3.headObject(head -> head.bucket(settings.bucket()).key(name)).metadata());
    }

    /**
     * Returns the text of an object, decoded from UTF-8; empty if there is no object with this name. Throws 422
     * {@code block-too-long} if the object is larger than {@code coppice.message.max-bytes}.
     */
    public Optional<String> text(String name) {
        var content =
                find(s3 -> s3.getObject(get -> get.bucket(settings.bucket()).key(name), (response, in) -> {
                    var bytes = in.readNBytes(maxBytes + 1);
                    if (bytes.length > maxBytes) {
                        in.abort();
                    }
                    return bytes;
                }));
        content.ifPresent(bytes -> checkSize(bytes.length));
        return content.map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    /**
     * Creates or replaces an object. Takes effect immediately; a rollback of the transaction does not undo it. Throws
     * 422 {@code block-too-long} if the text is larger than {@code coppice.message.max-bytes}.
     *
     * @param metadata the user metadata by name; each value must be ASCII, see {@link HeaderText#encode}
     */
    public void write(String name, Map<String, String> metadata, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        checkSize(bytes.length);
        send(s3 -> s3.putObject(
                put -> put.bucket(settings.bucket())
                        .key(name)
                        .contentType("text/plain; charset=utf-8")
                        .metadata(metadata),
                RequestBody.fromBytes(bytes)));
    }

    /** Deletes an object; does nothing if it does not exist. */
    public void remove(String name) {
        send(s3 -> s3.deleteObject(delete -> delete.bucket(settings.bucket()).key(name)));
    }

    private void checkSize(int bytes) {
        if (bytes > maxBytes) {
            throw new Problem(Code.BLOCK_TOO_LONG, "A document has at most " + maxBytes + " bytes.");
        }
    }

    /** Sends a request to the store and returns its answer; empty if the object does not exist. */
    private <T> Optional<T> find(Function<S3Client, T> request) {
        return send(s3 -> {
            try {
                return Optional.of(request.apply(s3));
            } catch (NoSuchKeyException e) {
                return Optional.empty();
            }
        });
    }

    private <T> T send(Function<S3Client, T> request) {
        if (settings.bucket() == null) {
            throw new Problem(Code.STORE_UNAVAILABLE, "No object store is configured; set coppice.s3.bucket.");
        }
        try {
            return request.apply(client());
        } catch (SdkException e) {
            throw unavailable(e);
        }
    }

    /**
     * Logs the type of a failure and returns a problem 503 {@code unavailable}. The store's error message is not
     * logged, because it may contain object names.
     */
    private static Problem unavailable(Throwable failure) {
        var cause = failure;
        for (int depth = 0; cause.getCause() != null && depth < MAX_CAUSES; depth++) {
            cause = cause.getCause();
        }
        var status = failure instanceof AwsServiceException answer ? " " + answer.statusCode() : "";
        LOG.warning("Request to the object store failed: " + cause.getClass().getName() + status);
        return new Problem(Code.STORE_UNAVAILABLE, "The object store is unavailable; retry later.");
    }

    /**
     * Returns the client of the SDK. The client is created on first use, so that a server without a store does not load
     * the SDK.
     */
    private synchronized S3Client client() {
        if (client == null) {
            client = S3Clients.connect(settings);
        }
        return client;
    }
}
