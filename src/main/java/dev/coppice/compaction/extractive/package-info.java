/**
 * The default summarizer, which uses no model: it selects sentences of the messages. Pure functions of the messages,
 * without a clock or randomness. Linear in the length of the text.
 */
package dev.coppice.compaction.extractive;
