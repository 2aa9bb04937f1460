package dev.coppice.session;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * How much of its leaf's path a session keeps, in its row.
 *
 * @param maxMessages its own number, or null when it follows its agent's
 * @param trimmed true once older messages were let go of
 */
@Embeddable
record Retention(@Column(name = "max_messages") Integer maxMessages, @Column(name = "trimmed") boolean trimmed) {
    Retention of(Integer messages) {
        return new Retention(messages, trimmed);
    }

    Retention trimmed(boolean now) {
        return new Retention(maxMessages, now);
    }
}
