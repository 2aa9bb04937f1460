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
 * Reads and writes block entries: the keyed documents of skill blocks and of searchable blocks. A block has either
 * entries or one text. Every method throws 404 {@code session-not-found} if the session does not exist, 404
 * {@code block-not-found} if the session has no block with the label, and 422 {@code invalid} if the block has a text.
 * Every write locks the session, and throws 503 {@code busy} if the lock is not available in time.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class BlockEntries {
    private static final String KIND = "entries";

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

    /**
     * Returns one page of a block's entries without their contents, sorted by key. Throws 422 {@code invalid} if the
     * block's provider cannot list entries, 400 {@code malformed} if the cursor is invalid.
     *
     * @param limit maximum number of entries of the page
     * @param cursor {@code nextCursor} of the previous page; null for the first page
     */
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

    /**
     * Returns one entry of a block with its content. Title and description are null if the entry comes from a provider
     * outside the database. Throws 404 {@code entry-not-found} if the entry does not exist, 422 {@code invalid} if the
     * block's provider can only search entries and cannot read one by its key.
     *
     * @param label name of the block
     * @param key key of the entry
     */
    public EntryAnswer get(SessionName name, String label, String key) {
        var block = keyed(name, label);
        if (block.provider() instanceof StoredEntryProvider stored) {
            return storedBlocks
                    .entry(stored.owner(), label, key)
                    .map(StoredEntry::answer)
                    .orElseThrow(() -> missing(key));
        }
        return skills(block)
                .document(key)
                .map(content -> EntryAnswer.of(new BlockEntry(key, null, null, content)))
                .orElseThrow(() -> missing(key));
    }

    private static Problem missing(String key) {
        return new Problem(Code.ENTRY_NOT_FOUND, "The block has no entry \"" + key + "\".");
    }

    /**
     * Returns the content of a skill document. First looks for the document that has {@code keyOrTitle} as its key. If
     * there is none, looks for the document with the key that {@link EntryKeys} derives from {@code keyOrTitle} as a
     * title. Returns empty if there is neither. Throws 422 {@code invalid} if the block is not a skill block.
     */
    public Optional<String> load(SessionName name, String label, String keyOrTitle) {
        return new NamedEntries(skills(keyed(name, label))).load(keyOrTitle);
    }

    private static ContextBlock skills(ContextBlock block) {
        if (!block.isSkill()) {
            throw new Problem(Code.INVALID, "\"" + block.label() + "\" is not a skill block.");
        }
        return block;
    }

    /**
     * Returns the entries of a block that match a query, with contents, best first. Throws 400 {@code blank-query} if
     * the query is blank. Throws 422 {@code invalid} if the block is not searchable.
     *
     * @param limit maximum number of entries
     */
    public List<BlockEntry> search(SessionName name, String label, String query, int limit) {
        var block = keyed(name, label);
        SearchQuery.parse(query);
        if (!block.isSearchable()) {
            throw new Problem(Code.INVALID, "\"" + label + "\" is not searchable.");
        }
        return block.search(query, limit);
    }

    /**
     * The result of {@link #put(SessionName, String, BlockEntry, Precondition)}.
     *
     * @param entry the entry as stored
     * @param created true if the database had no entry with this key before; false if it had one, or if the entry is
     *     stored outside the database
     */
    public record Put(EntryAnswer entry, boolean created) {}

    /**
     * Creates or replaces an entry. If an equal entry is stored in the database, nothing is written. Throws 409
     * {@code session-ended} if the session has ended, 409 {@code block-readonly} if the block's provider does not
     * support writing, 409 {@code no-user} if all sessions of a user share the block and this session has no user, 412
     * {@code stale-version} if {@code expected} is not met, 413 {@code too-large} if the content has more than
     * {@code coppice.context.max-bytes}, 422 {@code invalid-id} if the key is invalid. Throws 422 {@code invalid} if
     * title or description is too long, or contains U+0000 or a lone surrogate. Also throws it if {@code expected} is
     * not {@link Precondition#NONE}, but the block's provider has no versions and cannot look up an entry by its key.
     *
     * @param expected condition for the version of the stored entry
     */
    @TransactionAttribute(TransactionAttributeType.REQUIRED)
    public Put put(SessionName name, String label, BlockEntry entry, Precondition expected) {
        check(entry, settings.maxBytes());
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
     * Checks the precondition of a write to an entry outside the database. Such entries have no versions, so an
     * existing entry counts as version 0. Throws 412 {@code stale-version} if the condition is not met. Only skill
     * documents can be looked up by key. For a block of another kind, throws 422 {@code invalid} unless the condition
     * is {@link Precondition#NONE}.
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
        if (block.document(key).isPresent()) {
            expected.check(0);
        } else {
            expected.checkAbsent();
        }
    }

    static void check(BlockEntry entry, int maxBytes) {
        BlockSpec.name(entry.key(), "key");
        Ids.checkText(entry.title(), "/title");
        Ids.checkText(entry.description(), NamedEntries.MAX_DESCRIPTION, "/description");
        SessionBlocks.checkBytes(entry.content(), maxBytes);
    }

    /**
     * Writes an entry for the model and returns the entry's key. The model names the entry by a key or by a title. If
     * it gives neither, the key is derived from the content, and an entry with different content is never replaced.
     *
     * <p>Does not check whether the block is declared with {@code writable: false}; the caller must do this first.
     * Throws 409 {@code session-ended} if the session has ended, 409 {@code block-readonly} if the block's provider
     * does not support writing, 409 {@code no-user} if all sessions of a user share the block and this session has no
     * user, 413 {@code too-large} if the content has more than {@code coppice.context.max-bytes}, 422
     * {@code invalid-id} if the key that the model gives is invalid.
     */
    @TransactionAttribute(TransactionAttributeType.REQUIRED)
    public String put(SessionName name, String label, EntryDraft draft) {
        sessions.lock(name, Precondition.NONE);
        var entry = new NamedEntries(writable(name, label)).toWrite(draft);
        put(name, label, entry, Precondition.NONE);
        return entry.key();
    }

    /**
     * Removes an entry. Throws 404 {@code entry-not-found} if the entry does not exist, 409 {@code session-ended} if
     * the session has ended, 409 {@code block-readonly} if the block's provider does not support writing, 409
     * {@code no-user} if all sessions of a user share the block and this session has no user, 412 {@code stale-version}
     * if {@code expected} is not met. Throws 422 {@code invalid} if {@code expected} is not {@link Precondition#NONE},
     * but the block's provider has no versions and cannot look up an entry by its key.
     *
     * @param expected condition for the version of the stored entry
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
