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
 * Database row of a call of the tool {@code load_context}, or of its result, in a message. A row never changes. If the
 * message changes, its rows are replaced. If the message is purged, its rows are deleted. Sorted by id, the rows of one
 * message have the order of the calls and results in the message.
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

    /**
     * True if this row belongs to an edited form of the message, which only the session of the tree {@code tree} sees.
     * Other sessions that share the message see the rows of the original form.
     */
    @Column(name = "beside")
    private boolean edited;

    @Column(name = "call_id")
    private String callId;

    /** Label of the skill block; null if this row is a result, or only hides the rows of the original form. */
    private String label;

    @Column(name = "skill_key")
    private String key;

    /** True if the tool call or result in this row contains the skill document. */
    private boolean output;

    protected StoredSkillCall() {}

    /**
     * Creates the row of a call or result.
     *
     * @param tree id of the tree whose session wrote the message or the edit
     * @param edited true if the call is in an edited form of the message, which only this tree's session sees
     * @param call the call or the result. Null for an edited message that contains no calls although its original form
     *     does; the row then hides the rows of the original form
     */
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
