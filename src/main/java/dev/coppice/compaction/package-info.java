/**
 * Compaction replaces a range of old messages by a summary in histories. The replaced messages remain stored and
 * readable, and are neither changed nor moved. Undoing the compaction shows them again.
 * {@link dev.coppice.compaction.CutPoint} chooses the range.
 */
package dev.coppice.compaction;
