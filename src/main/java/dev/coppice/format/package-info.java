/**
 * Message formats: one parser for the stored messages of all formats, and a writer for each. {@link
 * dev.coppice.format.ParsedMessage} holds the parts of a message as slices of its bytes; token counts, previews, search
 * texts, tool pairs, truncation, pair repair, skill calls, transcripts and conversions are derived from it, so that a form
 * is known to all of them or to none. Stored messages keep the format of their sender; a conversion reports everything that
 * it cannot carry over. Pure functions: the same messages give the same bytes.
 *
 * <p>To support another form of a part, teach it to {@code ParsedPart}, and to {@code ContentReader} for conversions.
 */
package dev.coppice.format;
