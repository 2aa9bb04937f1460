/**
 * Compaction replaces a range of old messages by a summary when histories are read. The replaced messages stay stored,
 * unchanged and readable. If the compaction is undone, histories show them again.
 * {@link dev.coppice.compaction.CutPoint} chooses the range.
 */
package dev.coppice.compaction;
