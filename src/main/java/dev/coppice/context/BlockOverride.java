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
 * Database row with one difference between the blocks of a session and the blocks that its agent declares. The row
 * either adds a block to the session, or removes one of the agent's blocks from the session.
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

    /** Declaration of the added block, as JSON; null if this row removes a block of the agent. */
    @Column(length = Length.LONG32)
    private byte[] body;

    protected BlockOverride() {}

    BlockOverride(long session, String label) {
        this.key = new Key(session, label);
    }

    /** Returns all rows of one session. Rows that add blocks are sorted by the order in which the blocks were added. */
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
     * @param position sort key among the session's added blocks; the prompt shows the lowest first
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

    /** True if this row removes a block of the agent, false if it adds a block. */
    boolean isHidden() {
        return body == null;
    }

    /** Returns the declaration of the added block. Only valid if {@link #isHidden} is false. */
    BlockSpec spec() {
        return BlockSpec.stored(body);
    }
}
