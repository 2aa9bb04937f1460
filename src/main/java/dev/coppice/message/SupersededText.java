package dev.coppice.message;

import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;

/**
 * Marks a message row that was updated or deleted in its own tree, but whose old body stays stored as long as forks
 * read it.
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
