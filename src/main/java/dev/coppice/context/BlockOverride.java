package dev.coppice.context;

import dev.coppice.agent.BlockSpec;
import dev.coppice.session.Session;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Table;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.hibernate.Length;

/**
 * Database row for a difference between the blocks of a session and those that its agent declares: a block that was
 * added to the session, or a block of the agent that was removed from it.
 */
@Entity
@Table(name = "session_block")
public class BlockOverride {
    /** Primary key: at most one row per session and label. */
    @Embeddable
    public record Key(@Column(name = "session_pk") long session, String label) {}

    @EmbeddedId
    private Key key;

    private int position;

    /** JSON of the added block's declaration; null if this row removes a block of the agent. */
    @Column(length = Length.LONG32)
    private byte[] body;

    protected BlockOverride() {}

    BlockOverride(long session, String label) {
        this.key = new Key(session, label);
    }

    /** Returns the rows of one session, the added blocks in the order in which they were added. */
    static List<BlockOverride> of(EntityManager em, Session session) {
        return em
                .createQuery("select b from BlockOverride b where b.key.session = :session", BlockOverride.class)
                .setParameter("session", session.id())
                .getResultList()
                .stream()
                .sorted(Comparator.comparingInt(BlockOverride::position))
                .toList();
    }

    /** Returns the session's row for the block with this label; empty if there is none. */
    static Optional<BlockOverride> find(EntityManager em, Session session, String label) {
        return Optional.ofNullable(em.find(BlockOverride.class, new Key(session.id(), label)));
    }

    /**
     * Makes this row add a block to the session.
     *
     * @param spec the declaration of the added block
     * @param position sort key among the session's added blocks
     */
    void add(BlockSpec spec, int position) {
        this.body = spec.toStoredBytes();
        this.position = position;
    }

    /** Makes this row remove the agent's block with this label from the session. */
    void hide() {
        body = null;
    }

    String label() {
        return key.label();
    }

    int position() {
        return position;
    }

    /** Returns the size of the added block's declaration in bytes; 0 if this row removes a block. */
    int bytes() {
        return body == null ? 0 : body.length;
    }

    /** True if this row removes a block of the agent. */
    boolean isHidden() {
        return body == null;
    }

    /** Returns the declaration of the added block. Only valid if {@link #isHidden} is false. */
    BlockSpec spec() {
        return BlockSpec.stored(body);
    }
}
