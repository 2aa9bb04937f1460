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
 * Provider of an {@code s3-skills} block, whose skill documents are objects in the server's object store, as in
 * Cloudflare's R2 skill provider. The key of a document is the object's name without the prefix of the block. Title and
 * description are the object's user metadata {@code title} and {@code description}. They are plain ASCII, or other text
 * encoded by RFC 2047. If the block's declaration lists keys, only these keys exist. This list is called allow-list
 * below.
 *
 * <p>The block's scope is ignored: all blocks of a tenant with the same prefix share their documents. Each object name
 * starts with the root of the session's tenant ({@code coppice.s3.root}), then the prefix. If the root contains the
 * tenant's name, which is the default, no prefix or key can name an object of another tenant. Reading an invalid key
 * finds nothing. Writing an invalid key throws 422 {@code invalid-id}.
 *
 * <p>S3 listings contain no descriptions. Without an allow-list, {@code get} and {@code list} therefore send one
 * request per 1,000 objects and one request per listed document. With an allow-list, they send at most one request per
 * key on it. A node sends at most 16 of these requests for single documents at a time. {@code get} and {@code list}
 * take at most the store's timeout times (number of listing requests + 1). {@code remove} takes at most twice the
 * timeout, and the other methods at most the timeout. If any request fails, the method throws 503 {@code unavailable}.
 * Writes take effect immediately, and a rollback of the transaction does not undo them. Thread-safe.
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
     * each, sorted by key. Contains only the first {@code coppice.s3.max-skills} skills.
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
     * Writes a document with its title and description. Throws 409 {@code block-readonly} if the key is not on the
     * allow-list (the keys that the block's declaration lists), 422 {@code invalid-id} if the key is invalid, 422
     * {@code block-too-long} if the document has more than {@code coppice.message.max-bytes}, 422 {@code invalid} if
     * title and description together exceed the 2 KB of metadata that S3 allows, 503 {@code unavailable} if the store
     * fails.
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

    /**
     * Deletes a document; returns false if it does not exist. Throws 409 {@code block-readonly} if the key is not on
     * the allow-list (the keys that the block's declaration lists), 422 {@code invalid-id} if the key is invalid, 503
     * {@code unavailable} if the store fails.
     */
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

    @Override
    public Optional<BlockEntry> describe(BlockRef block, String key) {
        return names(block).name(key).flatMap(name -> store.metadata(name)).map(metadata -> entry(key, metadata));
    }

    /**
     * Returns the converter between this block's keys and the names of objects. All names begin with the root of the
     * session's tenant.
     */
    private ObjectNames names(BlockRef block) {
        return new ObjectNames(store.root(block.session().tenant()) + prefix, allowed);
    }

    /**
     * Returns the name of the object for a key that is to be written. Throws 409 {@code block-readonly} if the block's
     * declaration lists keys and this key is not among them, 422 {@code invalid-id} if the key is invalid.
     */
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

    /**
     * Returns the names of at most {@code limit} objects of the block, in byte order. Begins after the key
     * {@code after}, or with the first object if it is null. If the block's declaration lists its keys, returns a name
     * for each listed key, even if the object does not exist.
     */
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

    /**
     * True if an object is a skill document of the block. False if its name belongs to no valid key, and for a folder:
     * S3 consoles create a folder as an empty object with a name that ends with a slash.
     */
    private static boolean isSkill(ObjectNames names, S3Object object) {
        boolean folder = object.size() == 0 && object.key().endsWith("/");
        return !folder && names.key(object.key()).isPresent();
    }

    /**
     * Returns the skill documents in the objects with these names, without their contents. Leaves out missing objects.
     */
    private List<BlockEntry> entries(ObjectNames names, List<String> objects) {
        return store.metadata(objects).stream()
                .map(found -> entry(found.name().substring(names.prefix().length()), found.metadata()))
                .toList();
    }

    private static BlockEntry entry(String key, Map<String, String> metadata) {
        return new BlockEntry(key, text(metadata, TITLE), text(metadata, DESCRIPTION));
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
