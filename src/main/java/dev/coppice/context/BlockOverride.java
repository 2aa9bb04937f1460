package dev.coppice.context;

import dev.coppice.agent.BlockSpec;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import org.hibernate.Length;

/** A session's own change to the blocks that its agent declares: an added block, or a removed one. */
@Entity
@Table(name = "session_block")
public class BlockOverride {
    /** Labels are unique in a session. */
    @Embeddable
    public record Key(@Column(name = "session_pk") long session, String label) {}

    @EmbeddedId
    private Key key;

    private int position;

    /** The declaration in JSON; null when the agent's block is removed. */
    @Column(length = Length.LONG32)
    private byte[] body;

    protected BlockOverride() {}

    BlockOverride(long session, String label) {
        this.key = new Key(session, label);
    }

    /**
     * Declares an added block.
     *
     * @param position sort key among the session's added blocks
     */
    void add(BlockSpec spec, int position) {
        this.body = spec.toBytes();
        this.position = position;
    }

    /** Removes the agent's block with this label from the session. */
    void hide() {
        body = null;
    }

    String label() {
        return key.label();
    }

    int position() {
        return position;
    }

    /** Size of the declaration. */
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
