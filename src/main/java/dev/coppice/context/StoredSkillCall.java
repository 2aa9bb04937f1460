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
import jakarta.persistence.Table;
import org.hibernate.annotations.Immutable;

/**
 * A call of {@code load_context}, or its result, in the message at a position. Immutable: rows are replaced when the message
 * changes, and deleted with it. The ids of one position's rows are in the order of the message.
 */
@Entity
@Table(name = "skill_load")
@Immutable
public class StoredSkillCall {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private long id;

    @Column(name = "tree_id")
    private long tree;

    @Embedded
    private Position position;

    /** True for an edit of this tree: only its readers see this row; other readers of the position see the original. */
    @Column(name = "beside")
    private boolean edited;

    @Column(name = "call_id")
    private String callId;

    /** Null for a result. */
    private String label;

    @Column(name = "skill_key")
    private String key;

    /** True when the message contains the document here. */
    private boolean output;

    protected StoredSkillCall() {}

    /** @param call null for a placeholder: the edited message has no calls, but its original has */
    StoredSkillCall(long tree, Position position, boolean edited, SkillCall call) {
        this.tree = tree;
        this.position = position;
        this.edited = edited;
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

    boolean isEdited() {
        return edited;
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
