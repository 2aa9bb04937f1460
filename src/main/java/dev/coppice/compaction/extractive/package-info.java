/**
 * The default summarizer, which needs no model: it selects sentences of the messages. Pure functions of the messages,
 * without a clock or randomness. Time is linear in the text.
 */
package dev.coppice.compaction.extractive;
