package dev.coppice.context;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.agent.BlockSpec;
import dev.coppice.api.Cursor;
import dev.coppice.api.Page;
import dev.coppice.api.Precondition;
import dev.coppice.search.SearchQuery;
import dev.coppice.session.Session;
import dev.coppice.session.SessionChange;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;

/**
 * Reads and writes the entries of skill blocks and searchable blocks. Every method throws 404 {@code session-not-found}
 * or {@code block-not-found} if the session or the block does not exist, and 422 {@code invalid} when the block has a
 * text instead of entries or its provider does not support the operation.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class BlockEntries {
    private static final String KIND = "entries";

    /** Maximum length of an entry's description, in code points: the length of its database column. */
    private static final int MAX_DESCRIPTION = 2000;

    @Inject
    private ContextBlocks blocks;

    @Inject
    private Sessions sessions;

    @Inject
    private StoredBlocks storedBlocks;

    @Inject
    private ContextSettings settings;

    @Inject
    private Event<SessionChange> changes;

    /** Lists the entries of a block without their contents, sorted by key. */
    public Page<EntryAnswer> list(SessionName name, String label, int limit, String cursor) {
        var block = keyed(name, label);
        var after = cursor == null ? null : Cursor.readName(KIND, cursor);
        if (!(block.provider() instanceof KeyedContextProvider)) {
            throw new Problem(Code.INVALID, "The provider of block \"" + label + "\" does not support listing.");
        }
        var found = block.entries(after, limit + 1);
        var page = found.stream().limit(limit).map(EntryAnswer::of).toList();
        return new Page<>(
                page,
                found.size() <= limit
                        ? null
                        : Cursor.ofName(KIND, found.get(limit - 1).key()));
    }

    /** Returns an entry with its content; throws 404 {@code entry-not-found} if it does not exist. */
    public EntryAnswer get(SessionName name, String label, String key) {
        var block = keyed(name, label);
        if (block.provider() instanceof StoredEntryProvider stored) {
            return storedBlocks
                    .entry(stored.owner(), label, key)
                    .map(StoredEntry::answer)
                    .orElseThrow(() -> missing(key));
        }
        return load(block, key)
                .map(content -> EntryAnswer.of(new BlockEntry(key, null, null, content)))
                .orElseThrow(() -> missing(key));
    }

    private static Problem missing(String key) {
        return new Problem(Code.ENTRY_NOT_FOUND, "The block has no entry \"" + key + "\".");
    }

    /**
     * Returns the content of a skill document; empty when it does not exist. Throws 422 {@code invalid} when the block
     * is no skill block.
     */
    public Optional<String> load(SessionName name, String label, String key) {
        return load(keyed(name, label), key);
    }

    private static Optional<String> load(ContextBlock block, String key) {
        if (!block.isSkill()) {
            throw new Problem(Code.INVALID, "\"" + block.label() + "\" is not a skill block.");
        }
        return block.document(key);
    }

    /**
     * Finds matching entries, best first. Throws 400 {@code blank-query} if the query has no words, 422 {@code invalid}
     * when the block is not searchable.
     */
    public List<BlockEntry> search(SessionName name, String label, String query, int limit) {
        var block = keyed(name, label);
        SearchQuery.parse(query);
        if (!block.isSearchable()) {
            throw new Problem(Code.INVALID, "\"" + label + "\" is not searchable.");
        }
        return block.search(query, limit);
    }

    /** The result of {@link #put}: the entry, and whether the call created it. */
    public record Put(EntryAnswer entry, boolean created) {}

    /**
     * Creates or replaces an entry. If an equal entry is stored, nothing is written. Throws 409 {@code session-ended}
     * after a split, 409 {@code block-readonly} if the provider does not support writing, 409 {@code no-user} if the
     * block is shared by a user's sessions and this one has no user, 412 {@code stale-version} if {@code expected} is
     * not met, 413 {@code too-large} above {@code coppice.context.max-bytes}.
     */
    @TransactionAttribute(TransactionAttributeType.REQUIRED)
    public Put put(SessionName name, String label, BlockEntry entry, Precondition expected) {
        check(entry);
        var session = sessions.lock(name, Precondition.NONE);
        session.refuseIfEnded();
        var block = writable(name, label);
        if (!(block.provider() instanceof StoredEntryProvider stored)) {
            check(block, entry.key(), expected);
            ((KeyedContextProvider) block.provider()).set(block.ref(), entry);
            recordWrite(session, new BlockWritten(name, label, entry.key(), null));
            return new Put(EntryAnswer.of(entry), false);
        }
        var put = storedBlocks.put(stored.owner(), label, entry, expected);
        if (put.written()) {
            recordWrite(
                    session,
                    new BlockWritten(name, label, entry.key(), put.entry().id()));
        }
        return new Put(put.entry().answer(), put.created());
    }

    private void recordWrite(Session session, BlockWritten event) {
        session.touch();
        changes.fire(new SessionChange(session, List.of(event)));
    }

    /**
     * Checks a precondition of a write for a provider outside the database, which has no versions. An existing entry
     * counts as version 0. Only skill providers can find out whether an entry exists; for other providers throws 422
     * {@code invalid} if there is any precondition.
     */
    private static void check(ContextBlock block, String key, Precondition expected) {
        if (expected.equals(Precondition.NONE)) {
            return;
        }
        if (!block.isSkill()) {
            throw new Problem(
                    Code.INVALID,
                    "The provider of block \"" + block.label()
                            + "\" has no versions; omit If-Match and If-None-Match.");
        }
        if (load(block, key).isPresent()) {
            expected.check(0);
        } else {
            expected.checkAbsent();
        }
    }

    private void check(BlockEntry entry) {
        BlockSpec.name(entry.key(), "key");
        Ids.checkText(entry.title(), "/title");
        var description = entry.description();
        if (description != null && description.codePointCount(0, description.length()) > MAX_DESCRIPTION) {
            throw Problem.at("/description", Code.INVALID, "At most " + MAX_DESCRIPTION + " characters.");
        }
        SessionBlocks.checkBytes(entry.content(), settings.maxBytes());
    }

    /**
     * Writes an entry that the model sent without a key, and returns its key. The key is derived from the title or,
     * without a title, from the content. An entry with the same title is replaced; a key derived from the content never
     * replaces different content. Errors as for {@link #put(SessionName, String, BlockEntry, Precondition)}.
     */
    @TransactionAttribute(TransactionAttributeType.REQUIRED)
    public String put(SessionName name, String label, EntryDraft draft) {
        sessions.lock(name, Precondition.NONE);
        var block = writable(name, label);
        var key = EntryKeys.choose(draft.title(), draft.content(), candidate -> existing(block, draft, candidate));
        var title = EntryKeys.isBlank(draft.title()) ? null : cut(draft.title().strip(), Ids.MAX_LENGTH);
        var description = draft.description() == null || draft.description().isBlank() ? title : draft.description();
        put(
                name,
                label,
                new BlockEntry(key, title, cut(description, MAX_DESCRIPTION), draft.content()),
                Precondition.NONE);
        return key;
    }

    /**
     * Returns the stored entry with this key, if there is one and it can be read. A provider outside the database
     * returns contents but no titles, so it is called only for drafts without a title.
     */
    private Optional<BlockEntry> existing(ContextBlock block, EntryDraft draft, String key) {
        if (block.provider() instanceof StoredEntryProvider stored) {
            return storedBlocks.entry(stored.owner(), block.label(), key).map(StoredEntry::entry);
        }
        return EntryKeys.isBlank(draft.title())
                ? block.document(key).map(content -> new BlockEntry(key, null, null, content))
                : Optional.empty();
    }

    /** Returns the first {@code max} code points of a text; null for null. */
    private static String cut(String text, int max) {
        return text == null || text.codePointCount(0, text.length()) <= max
                ? text
                : text.substring(0, text.offsetByCodePoints(0, max));
    }

    /**
     * Removes an entry. Throws 404 {@code entry-not-found} if it does not exist, otherwise the errors of {@link #put}.
     */
    @TransactionAttribute(TransactionAttributeType.REQUIRED)
    public void remove(SessionName name, String label, String key, Precondition expected) {
        var session = sessions.lock(name, Precondition.NONE);
        session.refuseIfEnded();
        var block = writable(name, label);
        Long id = null;
        if (block.provider() instanceof StoredEntryProvider stored) {
            id = storedBlocks
                    .remove(stored.owner(), label, key, expected)
                    .orElseThrow(() -> missing(key))
                    .id();
        } else {
            check(block, key, expected);
            if (!((KeyedContextProvider) block.provider()).remove(block.ref(), key)) {
                throw missing(key);
            }
        }
        recordWrite(session, new BlockWritten(name, label, key, id));
    }

    private ContextBlock keyed(SessionName name, String label) {
        var block = blocks.of(name).get(label);
        if (!block.isKeyed()) {
            throw new Problem(Code.INVALID, "The block \"" + label + "\" has a text, not entries.");
        }
        return block;
    }

    private ContextBlock writable(SessionName name, String label) {
        var block = keyed(name, label);
        if (!block.hasWritableProvider()) {
            throw new Problem(Code.BLOCK_READONLY, "The block \"" + label + "\" is read-only.");
        }
        return block;
    }
}
