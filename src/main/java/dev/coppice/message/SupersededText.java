package dev.coppice.message;

import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;

/**
 * Database row that marks the old body of an updated or deleted message, which must still be kept. The message was
 * changed in the tree that it was written in, but forks still read the body in its row.
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
