/**
 * Compaction replaces a range of old messages by a summary when histories are read. The replaced messages stay stored,
 * unchanged and readable. If the compaction is undone, histories show them again.
 *
 * <p>Where to find what:
 * <ul>
 *   <li>the range: {@link dev.coppice.compaction.CutPoint} chooses it, {@code VisibleHistory.shorten} limits it to
 *       {@code coppice.compaction.max-bytes}; {@link dev.coppice.compaction.CompactionPlans} calls both;
 *   <li>a compaction with a summarizer: {@link dev.coppice.compaction.Compactor} calls it and stores the summary;
 *       {@link dev.coppice.compaction.AutomaticCompaction} starts it when a session grows;
 *   <li>a compaction whose range and summary a client gives: {@link dev.coppice.compaction.ManualCompactions} stores
 *       it, and only checks the range ({@code CutPoint.firstSplitPair});
 *   <li>how histories show compactions: package {@code message}.
 * </ul>
 */
package dev.coppice.compaction;
