package dev.coppice.context;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.agent.ProviderSpec;
import dev.coppice.context.s3.HeaderText;
import dev.coppice.context.s3.ObjectNames;
import dev.coppice.context.s3.ObjectStore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.logging.Logger;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Provides skills that are objects in the server's object store, like Cloudflare's R2 skill provider. The key of a
 * skill is the object's name without the prefix of the block. Title and description are the user metadata {@code title}
 * and {@code description}: plain ASCII, or other text encoded by RFC 2047. If the block has an allow-list, only the
 * keys on it exist.
 *
 * <p>The block's scope is ignored: all blocks with the same prefix have the same documents. Each object name starts
 * with the root of the session's tenant ({@code coppice.s3.root}), then the prefix, so that no prefix or key can name
 * an object of another tenant. Reading an invalid key finds nothing; writing it is 422 {@code invalid-id}.
 *
 * <p>S3 listings contain no descriptions. Without an allow-list, {@code get} and {@code list} send one request per
 * 1,000 objects and one per listed skill; with an allow-list, one request per key on it. A node sends at most 16
 * requests for single skills at a time. The maximum time is the store's timeout times (listing requests + 1). If any
 * request fails: 503 {@code unavailable}. Writes take effect immediately and are not undone by a rollback of the
 * caller's transaction. Thread-safe.
 */
public class S3SkillProvider implements SkillProvider, KeyedContextProvider {
    private static final Logger LOG = Logger.getLogger(S3SkillProvider.class.getName());
    private static final String DESCRIPTION = "description";
    private static final String TITLE = "title";
    /** Maximum size of all user metadata of an object in S3, in bytes. */
    private static final int MAX_METADATA = 2048;

    private final ObjectStore store;
    private final String prefix;
    private final List<String> allowed;

    S3SkillProvider(ObjectStore store, ProviderSpec spec) {
        this.store = store;
        prefix = Objects.requireNonNullElse(spec.prefix(), "");
        allowed = spec.keys() == null
                ? null
                : spec.keys().stream().distinct().sorted(ObjectNames.ORDER).toList();
    }

    /**
     * Returns the listing of the skills for the prompt: one line {@code - <key>} or {@code - <key>: <description>}
     * each, sorted by key; at most the first {@code coppice.s3.max-skills}.
     */
    @Override
    public String get(BlockRef block) {
        int max = store.maxSkills();
        var names = names(block);
        var objects = objects(names, null, max + 1);
        if (objects.size() > max) {
            LOG.warning("A block has more than " + max + " skills (coppice.s3.max-skills); only the first are listed");
        }
        return SkillListing.of(entries(names, objects.subList(0, Math.min(max, objects.size()))));
    }

    @Override
    public Optional<String> load(BlockRef block, String key) {
        return names(block).name(key).flatMap(store::text);
    }

    /**
     * Writes a document with its title and description. Throws 409 {@code block-readonly} for a key that is not on the
     * allow-list, 422 {@code invalid-id} for an invalid key, 422 {@code block-too-long} for a document that is too
     * large to be loaded, 422 {@code invalid} for title and description of more than 2 KB.
     */
    @Override
    public void set(BlockRef block, BlockEntry entry) {
        var metadata = new LinkedHashMap<String, String>();
        put(metadata, TITLE, entry.title());
        put(metadata, DESCRIPTION, entry.description());
        int bytes = metadata.entrySet().stream()
                .mapToInt(e -> e.getKey().length() + e.getValue().length())
                .sum();
        if (bytes > MAX_METADATA) {
            throw new Problem(Code.INVALID, "Title and description are too long for an object's metadata.");
        }
        store.write(writableName(block, entry.key()), metadata, entry.content());
    }

    /** Deletes a document. Errors for the key as for {@link #set}. */
    @Override
    public boolean remove(BlockRef block, String key) {
        var name = writableName(block, key);
        boolean exists = store.metadata(name).isPresent();
        if (exists) {
            store.remove(name);
        }
        return exists;
    }

    @Override
    public List<BlockEntry> list(BlockRef block, String after, int limit) {
        var names = names(block);
        // The keys on an allow-list need not exist, so all of them are requested before the limit is applied.
        var entries = entries(names, objects(names, after, allowed == null ? limit : store.maxSkills()));
        return entries.subList(0, Math.min(limit, entries.size()));
    }

    private ObjectNames names(BlockRef block) {
        return new ObjectNames(store.root(block.session().tenant()) + prefix, allowed);
    }

    private String writableName(BlockRef block, String key) {
        var names = names(block);
        if (!names.allows(key)) {
            throw new Problem(Code.BLOCK_READONLY, "The block has no skill of this key, and takes no other.");
        }
        return names.name(key)
                .orElseThrow(() -> new Problem(
                        Code.INVALID_ID,
                        "A key is not empty, has no control characters and no segment . or .., and is at most "
                                + ObjectNames.MAX_BYTES + " bytes long with its prefix."));
    }

    private List<String> objects(ObjectNames names, String after, int limit) {
        if (allowed == null) {
            var afterName = after == null ? null : names.prefix() + after;
            return store.names(names.prefix(), afterName, limit, object -> isSkill(names, object));
        }
        return allowed.stream()
                .filter(key -> after == null || ObjectNames.ORDER.compare(key, after) > 0)
                .map(names::name)
                .flatMap(Optional::stream)
                .limit(limit)
                .toList();
    }

    /** False for a folder: S3 consoles create folders as empty objects with names that end with a slash. */
    private static boolean isSkill(ObjectNames names, S3Object object) {
        boolean folder = object.size() == 0 && object.key().endsWith("/");
        return !folder && names.key(object.key()).isPresent();
    }

    private List<BlockEntry> entries(ObjectNames names, List<String> objects) {
        return store.metadata(objects).stream()
                .map(found -> new BlockEntry(
                        found.name().substring(names.prefix().length()),
                        text(found.metadata(), TITLE),
                        text(found.metadata(), DESCRIPTION)))
                .toList();
    }

    private static void put(Map<String, String> metadata, String name, String text) {
        if (text != null && !text.isEmpty()) {
            metadata.put(name, HeaderText.encode(text));
        }
    }

    /**
     * Returns the decoded metadata value with this name, or null if there is none. Ignores the case of the name,
     * because stores and proxies may change it.
     */
    private static String text(Map<String, String> metadata, String name) {
        return metadata.entrySet().stream()
                .filter(e -> e.getKey().equalsIgnoreCase(name))
                .map(e -> HeaderText.decode(e.getValue()))
                .findFirst()
                .orElse(null);
    }
}
