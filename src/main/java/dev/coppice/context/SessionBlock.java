package dev.coppice.context;

import dev.coppice.agent.BlockSpec;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import org.hibernate.Length;

/** What one session has besides, or instead of, its agent's declaration: a block that was added, or one removed. */
@Entity
public class SessionBlock {
    /** Labels are unique in a session. */
    @Embeddable
    public record Key(@Column(name = "session_pk") long session, String label) {}

    @EmbeddedId
    private Key key;

    private int position;

    /** The declaration; null when the agent's block was removed. */
    @Column(length = Length.LONG32)
    private byte[] body;

    protected SessionBlock() {}

    SessionBlock(long session, String label) {
        this.key = new Key(session, label);
    }

    /** Stands behind all others. */
    void add(BlockSpec spec, int position) {
        this.body = spec.toBytes();
        this.position = position;
    }

    void hide() {
        body = null;
    }

    String label() {
        return key.label();
    }

    int position() {
        return position;
    }

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
