package dev.coppice.context;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.agent.ProviderSpec;
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
 * The object store of this server: one bucket, whose objects are asked for by their full names. Who may have which is the
 * caller's part. Safe for threads. Every request ends within {@code coppice.s3.timeout}; when there is no store, or it
 * does not answer, that is 503 {@code unavailable}, and it is asked again at the next call.
 */
@ApplicationScoped
public class ObjectStore {
    private static final Logger LOG = Logger.getLogger(ObjectStore.class.getName());
    private static final int PAGE = 1000;
    /** More than the largest listing has: what is not accepted is not looked through without end. */
    private static final int MAX_PAGES = 11;

    /** Requests for metadata that a node has at the store at once. */
    private static final int AT_ONCE = 16;

    private static final long IDLE_SECONDS = 10;

    /** An object as it is known without its content. */
    record Described(String name, Map<String, String> metadata) {}

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

    ObjectStore(S3Settings settings, int maxBytes, ThreadFactory factory) {
        this.settings = settings;
        this.maxBytes = maxBytes;
        open(factory);
    }

    @PostConstruct
    void open() {
        open(factory);
    }

    private void open(ThreadFactory made) {
        threads = new ThreadPoolExecutor(
                AT_ONCE, AT_ONCE, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), made);
        threads.allowCoreThreadTimeOut(true);
    }

    @PreDestroy
    synchronized void close() {
        threads.shutdownNow();
        if (client != null) {
            client.close();
        }
    }

    /** The provider of a block of the type {@code s3-skills}. Costs nothing; the store is not asked yet. */
    public S3Skills skills(ProviderSpec spec) {
        return new S3Skills(this, spec);
    }

    /** What all names of a tenant's objects begin with. */
    String root(String tenant) {
        return settings.root(tenant);
    }

    int maxSkills() {
        return settings.maxSkills();
    }

    /**
     * The names that begin with a prefix and are accepted, in the order of their bytes, behind a name (null: from the
     * first), at most so many, among the first 11,000. Costs a request for each 1,000 names looked at.
     */
    List<String> names(String prefix, String after, int limit, Predicate<S3Object> accepted) {
        var names = new ArrayList<String>();
        var request = ListObjectsV2Request.builder()
                .bucket(settings.bucket())
                .prefix(prefix)
                .startAfter(after)
                .maxKeys(PAGE)
                .build();
        boolean more = true;
        for (int pages = 0; more && pages < MAX_PAGES && names.size() < limit; pages++) {
            var asked = request;
            var page = ask(s3 -> s3.listObjectsV2(asked));
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
     * The metadata of some objects, in their order, without those that are not there. Costs a request for each, a few at a
     * time; together they have the time of one.
     */
    List<Described> metadata(List<String> names) {
        var tasks = names.stream()
                .map(name ->
                        (Callable<Optional<Described>>) () -> metadata(name).map(found -> new Described(name, found)))
                .toList();
        var all = new ArrayList<Described>();
        try {
            for (var done : threads.invokeAll(tasks, settings.timeout().toMillis(), TimeUnit.MILLISECONDS)) {
                done.get().ifPresent(all::add);
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Problem problem ? problem : unavailable(e.getCause());
        } catch (CancellationException e) {
            throw unavailable(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable(e);
        }
        return all;
    }

    /** The metadata of an object, or empty when it is not there. */
    Optional<Map<String, String>> metadata(String name) {
        return find(s3 ->
                s3.headObject(head -> head.bucket(settings.bucket()).key(name)).metadata());
    }

    /** The text of an object, or empty when it is not there; 422 {@code block-too-long} for one that is too large. */
    Optional<String> text(String name) {
        var bytes = find(s3 -> s3.getObject(get -> get.bucket(settings.bucket()).key(name), (response, in) -> {
            var some = in.readNBytes(maxBytes + 1);
            if (some.length > maxBytes) {
                in.abort();
            }
            return some;
        }));
        bytes.ifPresent(found -> checkSize(found.length));
        return bytes.map(found -> new String(found, StandardCharsets.UTF_8));
    }

    /** Writes an object, in place of the one of its name if there is one; at once, whatever becomes of a transaction. */
    void write(String name, Map<String, String> metadata, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        checkSize(bytes.length);
        ask(s3 -> s3.putObject(
                put -> put.bucket(settings.bucket())
                        .key(name)
                        .contentType("text/plain; charset=utf-8")
                        .metadata(metadata),
                RequestBody.fromBytes(bytes)));
    }

    /** Removes an object; nothing happens when there is none. */
    void remove(String name) {
        ask(s3 -> s3.deleteObject(delete -> delete.bucket(settings.bucket()).key(name)));
    }

    private void checkSize(int bytes) {
        if (bytes > maxBytes) {
            throw new Problem(Code.BLOCK_TOO_LONG, "A document has at most " + maxBytes + " bytes.");
        }
    }

    private <T> Optional<T> find(Function<S3Client, T> request) {
        return ask(s3 -> {
            try {
                return Optional.of(request.apply(s3));
            } catch (NoSuchKeyException e) {
                return Optional.empty();
            }
        });
    }

    private <T> T ask(Function<S3Client, T> request) {
        if (settings.bucket() == null) {
            throw new Problem(Code.STORE_UNAVAILABLE, "No object store is set up (coppice.s3.bucket).");
        }
        try {
            return request.apply(client());
        } catch (SdkException e) {
            throw unavailable(e);
        }
    }

    /** The words of a store may have names of objects in them, so they stay out of the log. */
    private static Problem unavailable(Throwable failure) {
        var cause = failure;
        for (int depth = 0; cause.getCause() != null && depth < 50; depth++) {
            cause = cause.getCause();
        }
        var status = failure instanceof AwsServiceException answer ? " " + answer.statusCode() : "";
        LOG.warning("The object store did not serve: " + cause.getClass().getName() + status);
        return new Problem(Code.STORE_UNAVAILABLE, "The object store cannot be reached at the moment; try again.");
    }

    /** Made when first needed: a server without a store does not load the SDK. */
    private synchronized S3Client client() {
        if (client == null) {
            client = S3Clients.connect(settings);
        }
        return client;
    }
}
