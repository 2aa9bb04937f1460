package dev.coppice.message;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * The position of a message's row, also called row position: its branch, and the number of rows above it on its path, 0
 * for a root. The position of a row never changes and is never used again.
 */
@Embeddable
public record Position(@Column(name = "branch_id") long branch, int depth) {}
