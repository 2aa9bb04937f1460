package dev.coppice.context;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.agent.ProviderSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Skills that are objects in the server's object store, as Cloudflare's R2 skill provider has them. The key of a skill is
 * the object's name without the prefix of the block; its description stands in the user metadata {@code description},
 * its title in {@code title}, as plain ASCII or as RFC 2047 encodes other text. With an allow-list there are only the keys
 * that it names.
 *
 * <p>The block's scope plays no part: who has the prefix has the documents. Before the prefix stands the root of the
 * caller's tenant ({@code coppice.s3.root}), so that no prefix and no key reaches those of another. A key that no object
 * may have is as one that is not there when read, and 422 {@code invalid-id} when written.
 *
 * <p>Descriptions are not in S3's listings: {@code get} and {@code list} cost a request for each 1,000 objects and one for
 * each skill that is listed, 16 at a time, without an allow-list; with one, a request for each of its keys. They end within
 * the timeout of the store times the requests for listings plus one, or fail as a whole with 503 {@code unavailable}.
 * Writes are done at once and stay when the transaction of the call does not.
 */
public class S3Skills implements SkillProvider, KeyedContextProvider {
    private static final Logger LOG = Logger.getLogger(S3Skills.class.getName());
    private static final String DESCRIPTION = "description";
    private static final String TITLE = "title";
    /** S3's own limit for all user metadata of an object. */
    private static final int MAX_METADATA = 2048;

    private final ObjectStore store;
    private final String prefix;
    private final List<String> allowed;

    S3Skills(ObjectStore store, ProviderSpec spec) {
        this.store = store;
        prefix = Objects.requireNonNullElse(spec.prefix(), "");
        allowed = spec.keys() == null
                ? null
                : spec.keys().stream().distinct().sorted(ObjectNames.ORDER).toList();
    }

    /**
     * A line {@code - <key>} or {@code - <key>: <description>} for each skill, in the order of keys. Beyond
     * {@code coppice.s3.max-skills} the first ones.
     */
    @Override
    public String get(BlockUse use) {
        int max = store.maxSkills();
        var names = names(names(use), null, max + 1);
        if (names.size() > max) {
            LOG.warning("A block has more than " + max + " skills (coppice.s3.max-skills); the first are listed.");
        }
        return entries(names(use), names.subList(0, Math.min(max, names.size()))).stream()
                .map(StoredSkills::line)
                .collect(Collectors.joining("\n"));
    }

    @Override
    public Optional<String> load(BlockUse use, String key) {
        return names(use).name(key).flatMap(store::text);
    }

    /**
     * Writes a document with its title and description; 409 {@code block-readonly} for a key that is not on the allow-list,
     * 422 {@code block-too-long} for a text that could not be loaded again, 422 {@code invalid} for a title and a
     * description that exceed the 2 KB that S3 has for them.
     */
    @Override
    public void set(BlockUse use, ContextEntry entry) {
        var metadata = new LinkedHashMap<String, String>();
        put(metadata, TITLE, entry.title());
        put(metadata, DESCRIPTION, entry.description());
        int bytes = metadata.entrySet().stream()
                .mapToInt(e -> e.getKey().length() + e.getValue().length())
                .sum();
        if (bytes > MAX_METADATA) {
            throw new Problem(Code.INVALID, "Title and description are too long for an object's metadata.");
        }
        store.write(writable(use, entry.key()), metadata, entry.content());
    }

    /** As {@link #set} for the key. */
    @Override
    public boolean remove(BlockUse use, String key) {
        var name = writable(use, key);
        boolean there = store.metadata(name).isPresent();
        if (there) {
            store.remove(name);
        }
        return there;
    }

    @Override
    public List<ContextEntry> list(BlockUse use, String after, int limit) {
        var names = names(use);
        // Keys on an allow-list need not exist, so all of them are asked for before they are counted.
        var found = entries(names, names(names, after, allowed == null ? limit : store.maxSkills()));
        return found.subList(0, Math.min(limit, found.size()));
    }

    private ObjectNames names(BlockUse use) {
        return new ObjectNames(store.root(use.session().tenant()) + prefix, allowed);
    }

    private String writable(BlockUse use, String key) {
        var names = names(use);
        if (!names.allows(key)) {
            throw new Problem(Code.BLOCK_READONLY, "The block has no skill of this key, and takes no other.");
        }
        return names.name(key)
                .orElseThrow(() -> new Problem(
                        Code.INVALID_ID,
                        "A key is not empty, has no control characters and no segment . or .., and is at most "
                                + ObjectNames.MAX_BYTES + " bytes long with its prefix."));
    }

    private List<String> names(ObjectNames names, String after, int limit) {
        if (allowed == null) {
            var behind = after == null ? null : names.prefix() + after;
            return store.names(names.prefix(), behind, limit, object -> isSkill(names, object));
        }
        return allowed.stream()
                .filter(key -> after == null || ObjectNames.ORDER.compare(key, after) > 0)
                .map(names::name)
                .flatMap(Optional::stream)
                .limit(limit)
                .toList();
    }

    /** Consoles mark folders by empty objects whose names end with a slash. */
    private static boolean isSkill(ObjectNames names, S3Object object) {
        boolean folder = object.size() == 0 && object.key().endsWith("/");
        return !folder && names.key(object.key()).isPresent();
    }

    private List<ContextEntry> entries(ObjectNames names, List<String> objects) {
        return store.metadata(objects).stream()
                .map(found -> new ContextEntry(
                        found.name().substring(names.prefix().length()),
                        text(found.metadata(), TITLE),
                        text(found.metadata(), DESCRIPTION),
                        null))
                .toList();
    }

    private static void put(Map<String, String> metadata, String name, String text) {
        if (text != null && !text.isEmpty()) {
            metadata.put(name, HeaderText.encode(text));
        }
    }

    /** Stores and proxies change the case of headers as they like. */
    private static String text(Map<String, String> metadata, String name) {
        return metadata.entrySet().stream()
                .filter(e -> e.getKey().equalsIgnoreCase(name))
                .map(e -> HeaderText.decode(e.getValue()))
                .findFirst()
                .orElse(null);
    }
}
