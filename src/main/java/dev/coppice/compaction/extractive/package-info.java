/**
 * The default summarizer. It uses no model: it selects sentences of the messages. All are pure functions of the
 * messages, without a clock or randomness, and take time linear in the length of the text.
 */
package dev.coppice.compaction.extractive;
