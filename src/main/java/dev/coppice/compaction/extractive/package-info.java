/**
 * The summariser that needs no model: it chooses among what was said. Pure functions of the messages, without a clock
 * or chance; time is linear in the text, and what is kept of it is bounded by the summary that was asked for.
 */
package dev.coppice.compaction.extractive;
