/**
 * The default summarizer. It uses no model: it selects sentences of the messages. The same messages always give the
 * same summary, because no clock and no randomness are used. Takes time linear in the length of the text.
 */
package dev.coppice.compaction.extractive;
