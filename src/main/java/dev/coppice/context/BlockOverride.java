package dev.coppice.context;

import dev.coppice.agent.BlockSpec;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import org.hibernate.Length;

/** A session's change to the blocks that its agent declares: an added block or a removed block. */
@Entity
@Table(name = "session_block")
public class BlockOverride {
    /** Primary key: a label occurs once per session. */
    @Embeddable
    public record Key(@Column(name = "session_pk") long session, String label) {}

    @EmbeddedId
    private Key key;

    private int position;

    /** JSON of the added block's declaration; null when this row removes a block of the agent. */
    @Column(length = Length.LONG32)
    private byte[] body;

    protected BlockOverride() {}

    BlockOverride(long session, String label) {
        this.key = new Key(session, label);
    }

    /**
     * Turns this row into an added block.
     *
     * @param position sort key among the session's added blocks
     */
    void add(BlockSpec spec, int position) {
        this.body = spec.toBytes();
        this.position = position;
    }

    /** Turns this row into the removal of the agent's block with this label. */
    void hide() {
        body = null;
    }

    String label() {
        return key.label();
    }

    int position() {
        return position;
    }

    /** Size of the declaration in bytes. */
    int bytes() {
        return body == null ? 0 : body.length;
    }

    boolean isHidden() {
        return body == null;
    }

    BlockSpec spec() {
        return BlockSpec.stored(body);
    }
}
