package dev.coppice.message;

import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;

/**
 * Marks a text that its own tree's readers do not see any more, because it was changed or deleted there, and that stays
 * in its row as long as a fork's path holds it.
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
