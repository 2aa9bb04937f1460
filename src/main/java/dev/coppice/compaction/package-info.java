/**
 * Compaction: a summary replaces a range of old messages in histories, and the messages stay readable. Nothing below a
 * summary is changed, moved or lost; undoing the compaction shows the messages again.
 */
package dev.coppice.compaction;
