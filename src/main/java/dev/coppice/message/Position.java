package dev.coppice.message;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * The position of a message's row in the tree. A position never changes and is never used again, even if the message is
 * deleted.
 *
 * @param branch id of the branch
 * @param depth number of rows above this row on its path; 0 for a root
 */
@Embeddable
public record Position(@Column(name = "branch_id") long branch, int depth) {}
