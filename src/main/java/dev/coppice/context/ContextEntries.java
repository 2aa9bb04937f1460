package dev.coppice.context;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.agent.BlockSpec;
import dev.coppice.api.Cursor;
import dev.coppice.api.Page;
import dev.coppice.api.Precondition;
import dev.coppice.search.SearchQuery;
import dev.coppice.session.SessionChange;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The entries of blocks that have some: skills, and what can be searched. A block that is not there is 404
 * {@code block-not-found}; one that has a text instead, or whose provider cannot do what is asked, 422 {@code invalid}.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class ContextEntries {
    private static final String KIND = "entries";

    /** Columns hold so many characters. */
    private static final int MAX_DESCRIPTION = 2000;

    @Inject
    private ContextBlocks blocks;

    @Inject
    private Sessions sessions;

    @Inject
    private Stores stores;

    @Inject
    private ContextSettings settings;

    @Inject
    private Event<SessionChange> happened;

    /** Entries in the order of their keys, without contents. */
    public Page<EntryInfo> list(SessionName name, String label, int limit, String cursor) {
        var block = keyed(name, label);
        var after = cursor == null ? null : Cursor.readName(KIND, cursor);
        if (!(block.provider() instanceof KeyedContextProvider provider)) {
            throw new Problem(Code.INVALID, "The provider of \"" + label + "\" cannot list its entries.");
        }
        var found = new ArrayList<>(provider.list(block.use(), after, limit + 1).stream()
                .map(EntryInfo::of)
                .toList());
        if (found.size() <= limit) {
            return new Page<>(found, null);
        }
        found.subList(limit, found.size()).clear();
        return new Page<>(
                found, Cursor.ofName(KIND, found.get(limit - 1).entry().key()));
    }

    /** An entry with its content; 404 {@code entry-not-found}. */
    public EntryInfo get(SessionName name, String label, String key) {
        var block = keyed(name, label);
        if (block.provider() instanceof StoredEntries stored) {
            return stores.entry(stored.owner(), label, key)
                    .map(StoredEntry::info)
                    .orElseThrow(() -> missing(key));
        }
        return load(block, key)
                .map(content -> EntryInfo.of(new ContextEntry(key, null, null, content)))
                .orElseThrow(() -> missing(key));
    }

    private static Problem missing(String key) {
        return new Problem(Code.ENTRY_NOT_FOUND, "The block has no entry \"" + key + "\".");
    }

    /** The document of a skill block's key, or empty; 422 {@code invalid} when it is no skill block. */
    public Optional<String> load(SessionName name, String label, String key) {
        return load(keyed(name, label), key);
    }

    private static Optional<String> load(Block block, String key) {
        if (block.provider() instanceof SkillProvider provider) {
            return provider.load(block.use(), key);
        }
        throw new Problem(Code.INVALID, "\"" + block.label() + "\" is not a skill block.");
    }

    /** The entries that match, the best first; 400 {@code blank-query}, 422 {@code invalid} when it is not searchable. */
    public List<ContextEntry> search(SessionName name, String label, String query, int limit) {
        var block = keyed(name, label);
        SearchQuery.parse(query);
        if (block.provider() instanceof SearchProvider provider) {
            return provider.search(block.use(), query, limit);
        }
        throw new Problem(Code.INVALID, "\"" + label + "\" is not searchable.");
    }

    /** What {@link #put} did. */
    public record Put(EntryInfo entry, boolean created) {}

    /** Writes an entry, in place of the one of its key; an equal one writes nothing. 409 {@code block-readonly}. */
    @TransactionAttribute(TransactionAttributeType.REQUIRED)
    public Put put(SessionName name, String label, ContextEntry entry, Precondition expected) {
        check(entry);
        var session = sessions.lock(name, Precondition.NONE);
        session.refuseIfEnded();
        var block = writable(name, label);
        if (!(block.provider() instanceof StoredEntries stored)) {
            check(block, entry.key(), expected);
            ((KeyedContextProvider) block.provider()).set(block.use(), entry);
            session.touch();
            happened.fire(new SessionChange(session, List.of(new BlockWritten(name, label, entry.key(), null))));
            return new Put(EntryInfo.of(entry), false);
        }
        var put = stores.put(stored.owner(), label, entry, expected);
        if (put.written()) {
            session.touch();
            happened.fire(new SessionChange(
                    session,
                    List.of(new BlockWritten(
                            name, label, entry.key(), put.entry().id()))));
        }
        return new Put(put.entry().info(), put.created());
    }

    /** A provider that keeps no versions has an entry as version 0, or has it not; only skills tell which. */
    private static void check(Block block, String key, Precondition expected) {
        if (expected.equals(Precondition.NONE)) {
            return;
        }
        if (!block.isSkill()) {
            throw new Problem(Code.INVALID, "The provider of \"" + block.label() + "\" keeps no versions.");
        }
        if (load(block, key).isPresent()) {
            expected.check(0);
        } else {
            expected.checkAbsent();
        }
    }

    private void check(ContextEntry entry) {
        BlockSpec.name(entry.key(), "key");
        Ids.checkText(entry.title(), "/title");
        var description = entry.description();
        if (description != null && description.codePointCount(0, description.length()) > MAX_DESCRIPTION) {
            throw Problem.at("/description", Code.INVALID, "At most " + MAX_DESCRIPTION + " characters.");
        }
        BlockList.checkBytes(entry.content(), settings.maxBytes());
    }

    /**
     * Writes an entry as the model gives it, and answers its key. A title is the key, so the same title replaces; a key
     * that was made of the content is never another content's.
     */
    @TransactionAttribute(TransactionAttributeType.REQUIRED)
    public String put(SessionName name, String label, EntryDraft draft) {
        sessions.lock(name, Precondition.NONE);
        var block = writable(name, label);
        var key = EntryKeys.choose(draft.title(), draft.content(), made -> stored(block, draft, made));
        var title = EntryKeys.isBlank(draft.title()) ? null : cut(draft.title().strip(), Ids.MAX_LENGTH);
        var description = draft.description() == null || draft.description().isBlank() ? title : draft.description();
        put(
                name,
                label,
                new ContextEntry(key, title, cut(description, MAX_DESCRIPTION), draft.content()),
                Precondition.NONE);
        return key;
    }

    /** What a key has already, as far as its provider tells: others than ours tell contents, and no titles. */
    private Optional<ContextEntry> stored(Block block, EntryDraft draft, String key) {
        if (block.provider() instanceof StoredEntries stored) {
            return stores.entry(stored.owner(), block.label(), key).map(StoredEntry::entry);
        }
        return EntryKeys.isBlank(draft.title()) && block.provider() instanceof SkillProvider provider
                ? provider.load(block.use(), key).map(content -> new ContextEntry(key, null, null, content))
                : Optional.empty();
    }

    /** What a column holds of a text. */
    private static String cut(String text, int max) {
        return text == null || text.codePointCount(0, text.length()) <= max
                ? text
                : text.substring(0, text.offsetByCodePoints(0, max));
    }

    /** Removes an entry; 404 {@code entry-not-found}. */
    @TransactionAttribute(TransactionAttributeType.REQUIRED)
    public void remove(SessionName name, String label, String key, Precondition expected) {
        var session = sessions.lock(name, Precondition.NONE);
        session.refuseIfEnded();
        var block = writable(name, label);
        Long number = null;
        if (block.provider() instanceof StoredEntries stored) {
            number = stores.remove(stored.owner(), label, key, expected)
                    .orElseThrow(() -> missing(key))
                    .id();
        } else {
            check(block, key, expected);
            if (!((KeyedContextProvider) block.provider()).remove(block.use(), key)) {
                throw missing(key);
            }
        }
        session.touch();
        happened.fire(new SessionChange(session, List.of(new BlockWritten(name, label, key, number))));
    }

    private Block keyed(SessionName name, String label) {
        var block = blocks.of(name).get(label);
        if (!block.isKeyed()) {
            throw new Problem(Code.INVALID, "The block \"" + label + "\" has one text, and no entries.");
        }
        return block;
    }

    private Block writable(SessionName name, String label) {
        var block = keyed(name, label);
        if (!block.isWritable()) {
            throw new Problem(Code.BLOCK_READONLY, "The block \"" + label + "\" is read-only.");
        }
        return block;
    }
}
