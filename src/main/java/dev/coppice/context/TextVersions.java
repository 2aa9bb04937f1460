package dev.coppice.context;

import dev.coppice.api.Cursor;
import dev.coppice.api.Page;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Optional;

/** The stored versions of one block's text. For one read or one transaction; not thread-safe. */
final class TextVersions {
    /** Name of this list in the cursors of its pages; see {@code api.Cursor}. */
    static final String KIND = "versions";

    private final EntityManager em;
    private final long block;

    /** Creates the reader of a block's versions. {@code block} is the database id of the stored block. */
    TextVersions(EntityManager em, long block) {
        this.em = em;
        this.block = block;
    }

    private record VersionSize(Long version, Integer bytes) {}

    /**
     * Returns one page of the versions, newest first. A page has at most {@code limit} versions and {@code maxBytes}
     * bytes of text, but at least one version.
     *
     * @param before the page begins with the newest version below this number; null to begin with the newest of all
     */
    Page<TextVersion.Answer> page(Long before, int limit, int maxBytes) {
        var sizes = em.createQuery(
                        """
                        select v.key.version, v.bytes from TextVersion v
                        where v.key.block = :block and v.key.version < :before
                        order by v.key.block desc, v.key.version desc""",
                        VersionSize.class)
                .setParameter("block", block)
                .setParameter("before", before == null ? Long.MAX_VALUE : before)
                .setMaxResults(limit + 1)
                .getResultList();
        int count = Page.fitting(sizes.stream().map(VersionSize::bytes).toList(), limit, maxBytes);
        if (count == 0) {
            return new Page<>(List.of(), null);
        }
        long last = sizes.get(count - 1).version();
        var texts = em.createQuery(
                        """
                        select v from TextVersion v where v.key.block = :block
                        and v.key.version between :last and :first
                        order by v.key.block desc, v.key.version desc""",
                        TextVersion.class)
                .setParameter("block", block)
                .setParameter("last", last)
                .setParameter("first", sizes.get(0).version())
                .getResultList();
        return new Page<>(
                texts.stream().map(TextVersion::answer).toList(), sizes.size() > count ? Cursor.of(KIND, last) : null);
    }

    /** Returns the text of one version; empty if the version never existed or was deleted. */
    Optional<String> text(long version) {
        return Optional.ofNullable(em.find(TextVersion.class, new TextVersion.Key(block, version)))
                .map(TextVersion::content);
    }

    /** Deletes the versions up to the number {@code last}, inclusive. */
    void deleteUpTo(long last) {
        em.createQuery("delete from TextVersion v where v.key.block = :block and v.key.version <= :last")
                .setParameter("block", block)
                .setParameter("last", last)
                .executeUpdate();
    }
}
