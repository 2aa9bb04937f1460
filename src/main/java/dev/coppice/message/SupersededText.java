package dev.coppice.message;

import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;

/**
 * Database row that marks a message row as containing superseded text, that is, the body of an updated or deleted
 * message that is kept because forks still read it. The purge wipes that body once no fork reads it, and deletes the
 * mark.
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
