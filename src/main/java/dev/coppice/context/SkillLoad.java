package dev.coppice.context;

import dev.coppice.format.LoadedSkill;
import dev.coppice.format.SkillCall;
import dev.coppice.message.Position;
import jakarta.persistence.Column;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import org.hibernate.annotations.Immutable;

/**
 * A call of {@code load_context} at a position, or a result of one. Immutable: it goes with the message that it stands
 * in, and when that is changed others come. Those of a position stand in the order of their numbers.
 */
@Entity
@Immutable
public class SkillLoad {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private long id;

    @Column(name = "tree_id")
    private long tree;

    @Embedded
    private Position position;

    /** True when only the tree's own readers see it there: others, who share the position, see what was written. */
    private boolean beside;

    @Column(name = "call_id")
    private String callId;

    /** Null of a result. */
    private String label;

    @Column(name = "skill_key")
    private String key;

    /** True when the document stands here. */
    private boolean output;

    protected SkillLoad() {}

    /** @param call null to say that the tree's readers see none here */
    SkillLoad(long tree, Position position, boolean beside, SkillCall call) {
        this.tree = tree;
        this.position = position;
        this.beside = beside;
        if (call != null) {
            this.callId = call.callId();
            this.label = call.label();
            this.key = call.key();
            this.output = call.output() != null;
        }
    }

    long id() {
        return id;
    }

    Position position() {
        return position;
    }

    boolean isBeside() {
        return beside;
    }

    boolean isCall() {
        return label != null;
    }

    String callId() {
        return callId;
    }

    boolean hasOutput() {
        return output;
    }

    LoadedSkill skill() {
        return new LoadedSkill(label, key);
    }
}
