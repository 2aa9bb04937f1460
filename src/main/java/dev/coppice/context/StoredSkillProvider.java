package dev.coppice.context;

import java.util.Optional;

/**
 * Provider of a {@code skills} block, whose documents are stored in the database.
 *
 * @param storedBlocks reads and writes the documents
 * @param owner owner of the documents
 * @param maxListed maximum number of documents that the system prompt lists; the documents whose keys are first in the
 *     sort order are listed
 */
record StoredSkillProvider(StoredBlocks storedBlocks, BlockOwnerKey owner, int maxListed)
        implements StoredEntryProvider, SkillProvider {
    @Override
    public String get(BlockRef block) {
        return SkillListing.of(storedBlocks.entries(owner, block.label(), null, maxListed));
    }

    @Override
    public Optional<String> load(BlockRef block, String key) {
        return storedBlocks.entry(owner, block.label(), key).map(entry -> entry.entry()
                .content());
    }
}
