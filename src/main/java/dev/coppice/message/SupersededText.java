package dev.coppice.message;

import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;

/**
 * Database row that marks a superseded text: a message was updated or deleted in the tree that it was written in, but
 * the body in its row stays stored as long as forks read it.
 */
@Entity
@Table(name = "old_text")
public class SupersededText {
    @EmbeddedId
    private Edit.Key key;

    protected SupersededText() {}

    SupersededText(Edit.Key key) {
        this.key = key;
    }
}
