package dev.coppice.message;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * Where a message's row lies: on which branch, and how many rows lie above it on its path (0 is a root's). Positions
 * never move and are never used again.
 */
@Embeddable
public record Position(@Column(name = "branch_id") long branch, int depth) {}
